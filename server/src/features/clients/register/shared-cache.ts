import type { Db } from '../../../db/database.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { loadServices } from '../../identity/bots/store.ts'
import { loadFields, loadProfiles } from '../../identity/profile-fields/store.ts'
import { loadStatuses } from '../../identity/user-status/store.ts'
import { loadFolders } from '../../places/folders/store.ts'
import { type StateRequest, wants } from './request.ts'

/**
 * Organization-wide data that is the same for every user and not in the directory. Loaded on first use and
 * cached until the log has a change.
 */
const kinds = {
  profiles: { fetch: 'realm_user', changedBy: ['realm_user', 'custom_profile_fields'], load: loadProfiles },
  profileFields: {
    fetch: 'custom_profile_fields',
    changedBy: ['custom_profile_fields'],
    load: loadFields,
  },
  services: {
    fetch: 'realm_bot',
    changedBy: ['realm_bot'],
    load: (db: Db, realmId: number) => loadServices(db, realmId),
  },
  statuses: {
    fetch: 'user_status',
    changedBy: ['user_status'],
    load: (db: Db, realmId: number) => loadStatuses(db, realmId),
  },
  folders: { fetch: 'channel_folder', changedBy: ['channel_folder'], load: loadFolders },
} as const

type SharedKinds = typeof kinds
type SharedKind = keyof SharedKinds
export type SharedData = { [K in SharedKind]?: Awaited<ReturnType<SharedKinds[K]['load']>> }

interface CacheEntry {
  value: unknown
  /** The log position of the snapshot it was read in. */
  position: number
}

const cacheSlot = new Slot<Realm, Map<SharedKind, CacheEntry>>()

const kindsFor = (request: StateRequest) =>
  (Object.keys(kinds) as SharedKind[]).filter((kind) => wants(request, kinds[kind].fetch))

/** Whether no later change is known here. */
const isCurrent = ({ follower }: Realm, kind: SharedKind, { position }: CacheEntry) =>
  follower.lastOf(kinds[kind].changedBy) <= position

/** Whether everything requested is cached. */
export const hasShared = (realm: Realm, request: StateRequest) =>
  kindsFor(request).every((kind) => isCached(realm, kind))

function isCached(realm: Realm, kind: SharedKind): boolean {
  const one = realm.slots.get(cacheSlot)?.get(kind)
  return one !== undefined && isCurrent(realm, kind, one)
}

/** Loads data that is not cached, from a snapshot. */
export async function loadShared(
  db: Db,
  realm: Realm,
  request: StateRequest,
  which: 'missing' | 'anew' = 'missing',
): Promise<ReadonlyMap<SharedKind, unknown>> {
  const loaded = new Map<SharedKind, unknown>()
  for (const kind of kindsFor(request)) {
    if (which === 'anew' || !isCached(realm, kind)) loaded.set(kind, await kinds[kind].load(db, realm.id))
  }
  return loaded
}

/**
 * All shared data at a position that the follower has reached; undefined if the cached data is too old or too
 * new.
 */
export function sharedAt(
  realm: Realm,
  request: StateRequest,
  position: number,
  loaded: ReadonlyMap<SharedKind, unknown>,
): SharedData | undefined {
  const entries = realm.slots.get(cacheSlot) ?? realm.slots.set(cacheSlot, new Map())
  const result: Record<string, unknown> = {}
  for (const kind of kindsFor(request)) {
    const one = entries.get(kind)
    if (loaded.has(kind)) {
      result[kind] = loaded.get(kind)
      if (one === undefined || one.position <= position) entries.set(kind, { value: result[kind], position })
      continue
    }
    const changed = realm.follower.lastOf(kinds[kind].changedBy)
    if (one === undefined || changed > Math.min(one.position, position)) return undefined
    result[kind] = one.value
  }
  return result as SharedData
}

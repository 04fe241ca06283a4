import type { Db } from '../../../db/database.ts'
import type { Realm } from '../../../realms/realm.ts'
import { loadServices } from '../../identity/bots/store.ts'
import { loadFields, loadProfiles } from '../../identity/profile-fields/store.ts'
import { loadStatuses } from '../../identity/user-status/store.ts'
import { type StateRequest, wants } from './request.ts'

/** What everybody is told alike and no decision asks for: read when it is first needed, and kept until the log tells of a change. */
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
} as const

type Kinds = typeof kinds
type Kind = keyof Kinds
export type Shared = { [K in Kind]?: Awaited<ReturnType<Kinds[K]['load']>> }

interface Kept {
  value: unknown
  /** The position of the log that it was read at. */
  position: number
}

const kept = new WeakMap<Realm, Map<Kind, Kept>>()

const kindsFor = (request: StateRequest) =>
  (Object.keys(kinds) as Kind[]).filter((kind) => wants(request, kinds[kind].fetch))

/** Still what it was, as far as is known here. */
const isCurrent = ({ follower }: Realm, kind: Kind, { position }: Kept) =>
  follower.lastOf(kinds[kind].changedBy) <= position

/** Whether nothing need be read. */
export const hasShared = (realm: Realm, request: StateRequest) =>
  kindsFor(request).every((kind) => isAtHand(realm, kind))

function isAtHand(realm: Realm, kind: Kind): boolean {
  const one = kept.get(realm)?.get(kind)
  return one !== undefined && isCurrent(realm, kind, one)
}

/** Reads in a snapshot what is not at hand. */
export async function loadShared(
  db: Db,
  realm: Realm,
  request: StateRequest,
  which: 'missing' | 'anew' = 'missing',
): Promise<ReadonlyMap<Kind, unknown>> {
  const loaded = new Map<Kind, unknown>()
  for (const kind of kindsFor(request)) {
    if (which === 'anew' || !isAtHand(realm, kind)) loaded.set(kind, await kinds[kind].load(db, realm.id))
  }
  return loaded
}

/**
 * Everything shared as it was at a position, which the follower has reached; undefined if what was at hand turns out to be
 * too old or too new for it.
 */
export function sharedAt(
  realm: Realm,
  request: StateRequest,
  position: number,
  loaded: ReadonlyMap<Kind, unknown>,
): Shared | undefined {
  const known = kept.get(realm) ?? new Map<Kind, Kept>()
  kept.set(realm, known)
  const result: Record<string, unknown> = {}
  for (const kind of kindsFor(request)) {
    const one = known.get(kind)
    if (loaded.has(kind)) {
      result[kind] = loaded.get(kind)
      if (one === undefined || one.position <= position) known.set(kind, { value: result[kind], position })
      continue
    }
    const changed = realm.follower.lastOf(kinds[kind].changedBy)
    if (one === undefined || changed > Math.min(one.position, position)) return undefined
    result[kind] = one.value
  }
  return result as Shared
}

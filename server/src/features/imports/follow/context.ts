import type { App } from '../../../app.ts'
import { type Channel, caseless, type User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { DialectConverter } from '../text/own-dialect.ts'
import type { ReferenceContext } from '../write/references.ts'
import { newIds } from './follow-store.ts'
import type { OldDirectory } from './objects.ts'
import type { OldServer } from './old-server.ts'
import type { FollowReport } from './report.ts'

/** The IDs of users, channels, groups and emoji here, by their old IDs. */
export interface IdMaps {
  users: Map<string, number>
  channels: Map<string, number>
  groups: Map<string, number>
  emoji: Map<string, number>
}

/** A preview that is being followed. */
export interface FollowContext {
  app: App
  realm: Realm
  url: string
  /** The first account sees all public channels. */
  servers: readonly [OldServer, ...OldServer[]]
  report: FollowReport
  ids: IdMaps
  /** As last fetched. */
  old: OldDirectory
  signal: AbortSignal
}

export async function loadIdMaps({ database: { db } }: App, realmId: number): Promise<IdMaps> {
  return {
    users: await newIds(db, realmId, 'user'),
    channels: await newIds(db, realmId, 'channel'),
    groups: await newIds(db, realmId, 'group'),
    emoji: await newIds(db, realmId, 'emoji'),
  }
}

export function userOf({ ids, realm }: FollowContext, oldId: number | null | undefined): User | undefined {
  const id = oldId == null ? undefined : ids.users.get(String(oldId))
  return id === undefined ? undefined : realm.directory.users.get(id)
}

export function channelOf({ ids, realm }: FollowContext, oldId: number | undefined): Channel | undefined {
  const id = oldId === undefined ? undefined : ids.channels.get(String(oldId))
  return id === undefined ? undefined : realm.directory.channels.get(id)
}

/** An owner, on whose behalf the follower makes changes that need one. */
export function ownerOf({ realm }: Pick<FollowContext, 'realm'>): User {
  for (const user of realm.directory.users.values()) {
    if (user.role === 100 && user.isActive && user.botType === null && !user.isSystemBot) return user
  }
  throw new Error('There is no owner.')
}

/** Converts texts of the old server. Valid until its users, channels, groups or emoji change. */
export function converterOf({ old, url }: FollowContext): DialectConverter {
  const host = new URL(url).hostname
  return new DialectConverter({
    users: old.users.map(({ user_id, full_name }) => [user_id, full_name] as const),
    channels: old.channels.map(({ stream_id, name }) => [stream_id, name] as const),
    groups: old.groups.filter((group) => !group.is_system_group).map(({ id, name }) => [id, name] as const),
    emoji: old.emoji.filter((emoji) => !emoji.deactivated).map(({ id, name }) => [Number(id), name] as const),
    isOldHost: (other) => other === host,
  })
}

/** The objects here, by old ID, for references in texts. */
export function referencesOf({ ids, realm }: FollowContext): ReferenceContext {
  const { directory } = realm
  const found = <T>(map: ReadonlyMap<string, number>, get: (id: number) => T | undefined) =>
    new Map(
      [...map].flatMap(([old, id]) => {
        const object = get(id)
        return object === undefined ? [] : [[old, object] as const]
      }),
    )
  const nameCounts = new Map<string, number>()
  for (const { fullName } of directory.users.values()) {
    const name = caseless(fullName)
    nameCounts.set(name, (nameCounts.get(name) ?? 0) + 1)
  }
  return {
    users: found(ids.users, (id) => directory.users.get(id)),
    channels: found(ids.channels, (id) => directory.channels.get(id)),
    groups: ids.groups,
    emoji: found(ids.emoji, (id) => directory.customEmoji.get(id)),
    directory,
    nameCounts,
  }
}

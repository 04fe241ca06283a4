import type { Db } from '../db/database.ts'
import { loadDefaultChannels, loadDefaultGroups, loadTraffic } from './channel-store.ts'
import type { Directory } from './directory.ts'
import { linkifiersOf, playgroundsOf } from './linkifier-store.ts'
import { loadAlertWords, loadChannels, loadCustomEmoji, loadGroups, loadMutes, loadRealm } from './store.ts'
import { loadAllSubscriptions, loadSubscriptions } from './subscription-store.ts'
import { putSubscription, putSubscriptionsOf } from './subscriptions.ts'
import { loadUsers } from './user-store.ts'

export type Install = (directory: Directory) => void

/** A part of the directory: how it is loaded, and which rows an event can name as touched. */
export interface Part<Touch> {
  /** Merges the touches of several events; undefined if there are none. */
  merge(touches: readonly Touch[]): Touch | undefined
  /** Loads the touched rows, or the whole part. The result installs them synchronously and replaces the previous data. */
  load(db: Db, realmId: number, touched: Touch | undefined): Promise<Install>
}

/** A part that is reloaded as a whole. */
const whole = <T>(
  load: (db: Db, realmId: number) => Promise<T>,
  install: (directory: Directory, loaded: T) => void,
): Part<true> => ({
  merge: ([touched]) => touched,
  load: async (db, realmId) => {
    const loaded = await load(db, realmId)
    return (directory) => install(directory, loaded)
  },
})

/** A part of which single rows are reloaded, by the IDs that an event touched. */
const byId = <T>(
  load: (db: Db, realmId: number, ids?: number[]) => Promise<T>,
  install: (directory: Directory, loaded: T, ids: number[] | undefined) => void,
): Part<number[]> => ({
  merge: (touches) => (touches.some((ids) => ids.length > 0) ? union(touches) : undefined),
  load: async (db, realmId, ids) => {
    const loaded = await load(db, realmId, ids)
    return (directory) => install(directory, loaded, ids)
  },
})

const union = (lists: readonly number[][]) => [...new Set(lists.flat())]

const subscriptions: Part<{ channels: number[]; users: number[] }> = {
  merge: (touches) =>
    touches.length === 0
      ? undefined
      : {
          channels: union(touches.map((one) => one.channels)),
          users: union(touches.map((one) => one.users)),
        },
  load: async (db, realmId, touched) => {
    if (touched === undefined) {
      const channels = await loadAllSubscriptions(db, realmId)
      return (directory) => {
        for (const channel of channels) putSubscriptionsOf(directory, channel)
      }
    }
    const rows = await loadSubscriptions(db, realmId, touched)
    return (directory) => {
      for (const row of rows) putSubscription(directory, row)
    }
  },
}

/**
 * The parts of the directory, by the name under which events touch them (`Touches`), in the order in which they are installed. A new
 * part is an entry here and a member of `Directory`.
 */
export const parts = {
  realm: whole(loadRealm, ({ realm }, loaded) => void Object.assign(realm, loaded)),
  groups: byId(loadGroups, (directory, groups, ids) => {
    if (ids === undefined) directory.clearGroups()
    for (const group of groups) directory.putGroup(group)
  }),
  users: byId(loadUsers, (directory, users, ids) => {
    if (ids === undefined) directory.clearUsers()
    for (const user of users) directory.putUser(user)
  }),
  /** Without their subscriptions. */
  channels: byId(loadChannels, (directory, channels, ids) => {
    if (ids === undefined) directory.clearChannels()
    for (const channel of channels) directory.putChannel(channel)
  }),
  subscriptions,
  /** The set of default channels. */
  defaults: whole(loadDefaultChannels, (directory, channels) => {
    directory.defaultChannels = channels
  }),
  /** The default channel groups and their channels. */
  defaultGroups: whole(loadDefaultGroups, (directory, groups) => {
    directory.defaultGroups = groups
  }),
  /** Message counts of channels. */
  traffic: whole(loadTraffic, (directory, traffic) => {
    directory.traffic = traffic
  }),
  /** Linkifiers and playgrounds. */
  linkifiers: whole(
    async (db, realmId) => ({
      linkifiers: await linkifiersOf(db, realmId),
      playgrounds: await playgroundsOf(db, realmId),
    }),
    (directory, loaded) => void Object.assign(directory, loaded),
  ),
  /** Muted users of these users. */
  mutes: byId(loadMutes, (directory, mutes, ids) => directory.putMutes(ids, mutes)),
  /** Alert words of any user. */
  alertWords: whole(loadAlertWords, (directory, words) => {
    directory.alertWords = words
  }),
  /** The set of custom emoji. */
  customEmoji: whole(loadCustomEmoji, (directory, emoji) => directory.putCustomEmoji(emoji)),
  /** These users' sessions have ended. There is nothing to load. */
  sessions: byId(
    async () => {},
    (directory, _, ids = []) => directory.endSessions(ids),
  ),
  /** Tokens of these users have been revoked. There is nothing to load. */
  tokens: byId(
    async () => {},
    (directory, _, ids = []) => directory.endTokens(ids),
  ),
}

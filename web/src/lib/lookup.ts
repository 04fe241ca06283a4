import type { InitialState } from '@loquat/contract'
import { caseless } from '@loquat/contract/light'

/** Names by ID. Unknown names are left out of addresses. */
export interface Names {
  channelName(id: number): string | undefined
  userName(id: number): string | undefined
}

/** Names by ID, and IDs by name. */
export interface Lookup extends Names {
  me: number
  channelIdOf(name: string): number | undefined
  /** All users with this name or email address, including deactivated ones. */
  userIdsOf(nameOrEmail: string): readonly number[]
  /** Active users whose name contains this word: a first or last name. */
  userIdsWithWord?(word: string): readonly number[]
  /** Smaller message IDs are those of the server that the organization was imported from. */
  oldMessageIdsBelow?: number | undefined
}

export const noNames: Names = { channelName: () => undefined, userName: () => undefined }

/** Computes a value on first use. */
function lazily<T>(compute: () => T): () => T {
  let result: T | undefined
  return () => {
    result ??= compute()
    return result
  }
}

export function lookupIn(state: InitialState): Lookup {
  const users = [
    ...(state.realm_users ?? []),
    ...(state.realm_non_active_users ?? []),
    ...(state.cross_realm_bots ?? []),
  ]
  const channels = [
    ...(state.subscriptions ?? []),
    ...(state.unsubscribed ?? []),
    ...(state.never_subscribed ?? []),
  ]
  const userNames = new Map(users.map((user) => [user.user_id, user.full_name]))
  const channelNames = new Map(channels.map((channel) => [channel.stream_id, channel.name]))
  // Lookups by name are rare, and not needed at the start.
  const channelIds = lazily(
    () => new Map(channels.map((channel) => [caseless(channel.name), channel.stream_id])),
  )
  const userIds = lazily(() => {
    const byName = new Map<string, number[]>()
    for (const user of users) {
      for (const name of new Set([caseless(user.full_name), caseless(user.email)])) {
        const same = byName.get(name)
        if (same === undefined) byName.set(name, [user.user_id])
        else same.push(user.user_id)
      }
    }
    return byName
  })
  const userIdsByWord = lazily(() => {
    const byWord = new Map<string, Set<number>>()
    for (const user of state.realm_users ?? []) {
      for (const word of caseless(user.full_name).split(/\s+/u)) {
        byWord.set(word, (byWord.get(word) ?? new Set()).add(user.user_id))
      }
    }
    return byWord
  })
  return {
    me: state.user_id ?? 0,
    channelName: (id) => channelNames.get(id),
    userName: (id) => userNames.get(id),
    channelIdOf: (name) => channelIds().get(caseless(name.trim())),
    userIdsOf: (name) => userIds().get(caseless(name.trim())) ?? [],
    userIdsWithWord: (word) => [...(userIdsByWord().get(caseless(word.trim())) ?? [])],
    oldMessageIdsBelow: state.realm_old_message_ids_below ?? undefined,
  }
}

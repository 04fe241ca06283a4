import { apiError } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import { type Directory, isBot, isModerator, type User } from '../../../directory/directory.ts'
import { countChannelsCreated, countConversationsBegun, hasSent, sendTimes } from './new-account-store.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * Whether the limits for new accounts apply: until an account is old enough and has sent enough messages. Not to bots and moderators. Costs
 * nothing where the limits are off, or the account is too young anyway.
 */
export async function isLimited(db: Db, directory: Directory, user: User, now: number): Promise<boolean> {
  const days = directory.setting('new_account_days')
  const messages = directory.setting('new_account_messages')
  if ((days === 0 && messages === 0) || isBot(user) || isModerator(user)) return false
  if (now - user.createdAt < days * dayMs) return true
  return messages > 0 && !(await hasSent(db, user.id, messages))
}

/** When the limits end, as every error about them says. */
const endOf = (directory: Directory) => ({
  days: directory.setting('new_account_days'),
  messages: directory.setting('new_account_messages'),
})

export interface NewAccountMessage {
  html: string
  mentions: {
    users: readonly number[]
    groups: readonly number[]
    channelWildcard: boolean
    topicWildcard: boolean
    hereWildcard: boolean
  }
}

/** Checks the mentions and links of a message by a new account. */
export function assertFewMentionsAndLinks(directory: Directory, { html, mentions }: NewAccountMessage): void {
  const ends = endOf(directory)
  if (mentions.channelWildcard || mentions.topicWildcard || mentions.hereWildcard) {
    throw apiError('new-account-wildcard-denied', ends)
  }
  const maxMentions = directory.setting('new_account_max_mentions')
  if (mentions.users.length + mentions.groups.length > maxMentions) {
    throw apiError('new-account-mentions-too-many', { ...ends, limit: maxMentions })
  }
  const maxLinks = directory.setting('new_account_max_links')
  if (countLinks(directory, html) > maxLinks) {
    throw apiError('new-account-links-too-many', { ...ends, limit: maxLinks })
  }
}

/** Links to other sites, each address once: previews repeat them. */
function countLinks({ url }: Directory, html: string): number {
  const addresses = [...html.matchAll(/<a [^>]*?href="([a-z][a-z0-9+.-]*:[^"]*)"/gi)].map(
    ([, href = '']) => href,
  )
  return new Set(addresses.filter((href) => !href.startsWith(`${url}/`))).size
}

/** Checks how many messages a new account sends. */
export async function assertSlowSender(db: Db, directory: Directory, user: User, now: number): Promise<void> {
  const limit = directory.setting('new_account_messages_per_minute')
  const times = await sendTimes(db, user.id, new Date(now - minuteMs), limit)
  const oldest = times.at(-1)
  if (oldest === undefined || times.length < limit) return
  const seconds = Math.max(1, Math.ceil((oldest.getTime() + minuteMs - now) / 1_000))
  const params = { ...endOf(directory), limit, seconds }
  throw apiError('new-account-messages-too-fast', params, { 'retry-after': seconds })
}

/** Checks whether a new account may write to people it has no conversation with. */
export async function assertFewStrangers(
  db: Db,
  directory: Directory,
  user: User,
  { recipientId, userIds }: { recipientId: number; userIds: readonly number[] },
  now: number,
): Promise<void> {
  const isStranger = (id: number) => {
    const other = id === user.id ? undefined : directory.users.get(id)
    return other !== undefined && !isBot(other) && !isModerator(other)
  }
  if (!userIds.some(isStranger)) return
  const limit = directory.setting('new_account_strangers_per_day')
  const begun = await countConversationsBegun(db, user.id, new Date(now - dayMs), recipientId)
  if (begun.hasBegun || begun.count < limit) return
  throw apiError('new-account-strangers-too-many', { ...endOf(directory), limit })
}

/** Checks whether a new account may create some more channels. */
export async function assertFewChannels(
  db: Db,
  directory: Directory,
  user: User,
  count: number,
  now: number,
): Promise<void> {
  if (count === 0 || !(await isLimited(db, directory, user, now))) return
  const limit = directory.setting('new_account_channels_per_day')
  if ((await countChannelsCreated(db, user.id)) + count <= limit) return
  throw apiError('new-account-channels-too-many', { ...endOf(directory), limit })
}

import { type RawBuilder, sql } from 'kysely'
import { flagBits } from '../../../events/flag-bits.ts'
import { isFollowedSql, isMutedSql } from '../../places/user-topics/muted-sql.ts'
import { userSetName } from '../messages/conversation-store.ts'
import type { Condition, Predicate } from './narrow.ts'
import { searchSql } from './search-sql.ts'
import type { StatementValues } from './values-sql.ts'

export type Sql = RawBuilder<unknown>

export const allOf = (parts: readonly Sql[]): RawBuilder<boolean> =>
  parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`

/**
 * Conditions refer to the message (m), the reader's received ranges in its conversation (source.received),
 * the reader's flag row (f) and read state (rs).
 */
export const conditionsSql = (
  conditions: readonly Condition[],
  userId: number,
  values: StatementValues,
): RawBuilder<boolean>[] =>
  conditions.map((condition) => {
    const predicate = predicateSql(condition, userId, values)
    // A conversation that does not exist has no recipient, so the condition is null.
    if (condition.negated) return sql<boolean>`not coalesce(${predicate}, false)`
    return predicate
  })

/**
 * A message is unread when the reader received it, did not send it, and no range covers it; or when it was marked
 * unread although such messages count as read.
 */
export const unreadSql = (userId: number) => sql<boolean>`(
  coalesce(f.flags, 0) & ${flagBits.markedUnread}::integer <> 0
  or (m.sender_id <> ${userId} and source.received @> m.id and not coalesce(rs.read @> m.id, false)))`

/** All mention flags; the index on mentions uses this number. */
export const mentionBits =
  flagBits.mentioned |
  flagBits.stream_wildcard_mentioned |
  flagBits.topic_wildcard_mentioned |
  flagBits.group_mentioned

const hasBit = (mask: number) => sql<boolean>`(coalesce(f.flags, 0) & ${mask}::integer <> 0)`

function predicateSql(meaning: Predicate, userId: number, values: StatementValues): RawBuilder<boolean> {
  switch (meaning.kind) {
    case 'channel':
      return sql`(m.recipient_id = ${values.id(meaning.recipientId)})`
    case 'channels':
      return sql`(m.recipient_id = any(${meaning.recipientIds}::bigint[]))`
    case 'conversation':
      return sql`(m.recipient_id = (${recipientsSql(meaning)}))`
    case 'including':
      return sql`(m.recipient_id in (${recipientsSql(meaning)}))`
    case 'topic':
      return sql`(m.is_channel and lower(m.topic) = lower(${values.text(meaning.topic)}))`
    case 'sender':
      return sql`(m.sender_id = ${meaning.userId})`
    case 'id':
      return sql`(m.id = ${meaning.id})`
    case 'direct':
      return sql`(not m.is_channel)`
    case 'resolved':
      return sql`(m.is_channel and starts_with(m.topic, '\u2714 '))`
    case 'unread':
      return unreadSql(userId)
    case 'mentioned':
      return sql`(${hasBit(mentionBits)} or (m.channel_wildcard and source.received @> m.id))`
    case 'flag':
      return hasBit(meaning.bit)
    case 'followed':
      return isFollowedSql(userId)
    case 'muted':
      return isMutedSql(userId)
    case 'home':
      return sql`(not ${isMutedSql(userId)})`
    case 'property':
      return sql`(m.${sql.ref(meaning.column)})`
    case 'reaction':
      return sql`(exists (select from reaction where message_id = m.id))`
    case 'sent':
      return meaning.side === 'before'
        ? sql`(m.sent_at < ${new Date(meaning.moment)}::timestamptz)`
        : sql`(m.sent_at >= ${new Date(meaning.moment)}::timestamptz)`
    case 'search':
      return searchSql(meaning.query, values)
  }
}

/** The recipients that a condition limits a query to, if it does. */
export function recipientsSql(meaning: Predicate): Sql | undefined {
  switch (meaning.kind) {
    case 'channel':
      return sql`${meaning.recipientId}::bigint`
    case 'channels':
      return sql`select unnest(${meaning.recipientIds}::bigint[])`
    case 'conversation':
      return sql`select id from recipient where user_set = ${userSetName(meaning.userIds)}`
    case 'including':
      return meaning.groupsOnly
        ? sql`select r.id from recipient_member rm join recipient r on r.id = rm.recipient_id
            where rm.user_id = ${meaning.userId} and cardinality(r.user_ids) > 2`
        : sql`select recipient_id from recipient_member where user_id = ${meaning.userId}`
    default:
      return undefined
  }
}

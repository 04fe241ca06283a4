import { visibility } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'

/**
 * Conditions over a message with the alias m, true for channel messages only. The subqueries do not depend on
 * m, so PostgreSQL evaluates them once per query.
 */

const topicIs = (userId: number, ...policies: number[]) => sql<boolean>`((m.recipient_id, lower(m.topic)) in (
  select recipient_id, lower(topic) from user_topic
  where user_id = ${userId} and policy = any(${policies}::smallint[])))`

/** Whether the reader muted the message's topic, regardless of its channel. */
export const isTopicMutedSql = (userId: number): RawBuilder<boolean> => topicIs(userId, visibility.muted)

export const isFollowedSql = (userId: number): RawBuilder<boolean> => topicIs(userId, visibility.followed)

/** The topic is muted; or the channel is, and the topic is neither unmuted nor followed. */
export const isMutedSql = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  ${isTopicMutedSql(userId)}
  or (m.recipient_id in (
      select recipient_id from subscription where user_id = ${userId} and active and is_muted)
    and not ${topicIs(userId, visibility.unmuted, visibility.followed)}))`

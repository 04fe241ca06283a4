import { visibility } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'

/**
 * Conditions over a message with the alias m, true for channel messages only. The subqueries do not look at m, so
 * the database answers them once per query, however many messages are asked about.
 */

const topicIs = (userId: number, ...policies: number[]) => sql<boolean>`((m.recipient_id, lower(m.topic)) in (
  select recipient_id, lower(topic) from user_topic
  where user_id = ${userId} and policy = any(${policies}::smallint[])))`

/** Whether the reader muted the message's topic, whatever they made of its channel. */
export const isTopicMutedSql = (userId: number): RawBuilder<boolean> => topicIs(userId, visibility.muted)

export const isFollowedSql = (userId: number): RawBuilder<boolean> => topicIs(userId, visibility.followed)

/** Its topic is muted; or its channel is, and the topic is neither unmuted nor followed. */
export const isMutedSql = (userId: number): RawBuilder<boolean> => sql<boolean>`(
  ${isTopicMutedSql(userId)}
  or (m.recipient_id in (
      select recipient_id from subscription where user_id = ${userId} and active and is_muted)
    and not ${topicIs(userId, visibility.unmuted, visibility.followed)}))`

import { type RawBuilder, sql } from 'kysely'

/** Expressions for the columns of a message that decide whether it belongs to a hold. */
export interface MessageColumns {
  senderId: RawBuilder<unknown>
  channelId: RawBuilder<unknown>
  /** Participants of a direct conversation; null in channels. */
  userIds: RawBuilder<unknown>
  sentAt: RawBuilder<unknown>
  editHistory: RawBuilder<unknown>
}

/** Expressions for the columns of a scope: those of a hold, or the parameters of an export. */
export interface ScopeColumns {
  userIds: RawBuilder<unknown>
  channelIds: RawBuilder<unknown>
  sentFrom: RawBuilder<unknown>
  sentUntil: RawBuilder<unknown>
}

/** Columns of `message m` with `recipient r`. */
export const liveMessage: MessageColumns = {
  senderId: sql`m.sender_id`,
  channelId: sql`r.channel_id`,
  userIds: sql`r.user_ids`,
  sentAt: sql`m.sent_at`,
  editHistory: sql`m.edit_history`,
}

/** Columns of `held_message m`. */
export const keptMessage: MessageColumns = {
  senderId: sql`m.sender_id`,
  channelId: sql`m.channel_id`,
  userIds: sql`m.user_ids`,
  sentAt: sql`m.sent_at`,
  editHistory: sql`m.edit_history`,
}

const holdColumns: ScopeColumns = {
  userIds: sql`h.user_ids`,
  channelIds: sql`h.channel_ids`,
  sentFrom: sql`h.sent_from`,
  sentUntil: sql`h.sent_until`,
}

/** Whether a message is in a scope. A message that was moved away belongs to its former channels as well. */
export const isInScope = (message: MessageColumns, scope: ScopeColumns): RawBuilder<boolean> => sql`(
  (${scope.sentFrom} is null or ${message.sentAt} >= ${scope.sentFrom})
  and (${scope.sentUntil} is null or ${message.sentAt} < ${scope.sentUntil})
  and ((cardinality(${scope.userIds}) = 0 and cardinality(${scope.channelIds}) = 0)
    or ${message.senderId} = any(${scope.userIds})
    or (${message.channelId} is null and ${message.userIds} && ${scope.userIds})
    or ${message.channelId} = any(${scope.channelIds})
    or exists (
      select from jsonb_array_elements(coalesce(${message.editHistory}, '[]')) as edit
      where (edit ->> 'prev_stream')::bigint = any(${scope.channelIds}))))`

/** Whether a hold in force keeps a message. */
export const isHeld = (realmId: number, message: MessageColumns): RawBuilder<boolean> => sql`exists (
  select from legal_hold h
  where h.realm_id = ${realmId} and h.released_at is null and ${isInScope(message, holdColumns)})`

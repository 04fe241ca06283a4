import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { originalContent, restoredHistory } from '../../conversation/message-changes/hidden-sql.ts'
import { isHeld, keptMessage, liveMessage } from './scope-store.ts'

/** Reactions to a message as JSON. Null if there are none. */
export const reactionsOf = (messageId: RawBuilder<unknown>) => sql`(
  select jsonb_agg(jsonb_build_object('user_id', x.user_id, 'emoji_name', x.emoji_name, 'emoji_code', x.emoji_code,
    'reaction_type', x.reaction_type) order by x.user_id, x.emoji_name)
  from reaction x where x.message_id = ${messageId})`

/**
 * Polls, to-do lists, and the votes and changes in them, as JSON, of `message m` with its `hidden_message h`: those of a hidden message are aside.
 * Null if there are none.
 */
export const submessages: RawBuilder<unknown> = sql`(
  select jsonb_agg(jsonb_build_object('sender_id', x.sender_id, 'msg_type', x.msg_type, 'content', x.content) order by x.id)
  from (
    select id, sender_id, msg_type, content from submessage where message_id = m.id
    union all
    select id, sender_id, msg_type, content
    from jsonb_to_recordset(h.submessages) as aside (id bigint, sender_id bigint, msg_type text, content text)
  ) x)`

/** Copies messages of holds with all their versions, reactions and votes, before they are deleted. */
export async function copyHeldMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    insert into held_message (message_id, realm_id, sender_id, channel_id, user_ids, topic, content, client, sent_at,
      last_edit_at, edit_history, deleted_at, reactions, submessages)
    select m.id, m.realm_id, m.sender_id, r.channel_id, r.user_ids, m.topic, ${originalContent}, m.client, m.sent_at,
      m.last_edit_at, ${restoredHistory}, now(), ${reactionsOf(sql`m.id`)}, ${submessages}
    from message m join recipient r on r.id = m.recipient_id left join hidden_message h on h.message_id = m.id
    where m.id = any(${ids}::bigint[]) and m.realm_id = ${tx.realmId} and ${isHeld(tx.realmId, liveMessage)}
    on conflict (message_id) do nothing`.execute(tx.db)
}

/** Remembers the files of messages of holds, before the messages, the links or the files are deleted. */
export async function copyHeldFiles(
  tx: Tx,
  which: { messageIds: readonly number[] } | { attachmentIds: readonly number[] },
): Promise<void> {
  const condition =
    'messageIds' in which
      ? sql`c.message_id = any(${which.messageIds}::bigint[])`
      : sql`c.attachment_id = any(${which.attachmentIds}::bigint[])`
  await sql`
    insert into held_file (path_id, message_id, realm_id, owner_id, name, content_type, size, created_at)
    select a.path_id, m.id, a.realm_id, a.owner_id, a.name, a.content_type, a.size, a.created_at
    from attachment_message c
    join attachment a on a.id = c.attachment_id
    join message m on m.id = c.message_id
    join recipient r on r.id = m.recipient_id
    where ${condition} and m.realm_id = ${tx.realmId} and ${isHeld(tx.realmId, liveMessage)}
    on conflict (path_id, message_id) do nothing`.execute(tx.db)
}

/** Paths of these attachments whose content a hold keeps. */
export async function heldPaths(tx: Tx, attachmentIds: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ path_id: string }>`
    select distinct f.path_id from held_file f join attachment a on a.path_id = f.path_id
    where a.id = any(${attachmentIds}::bigint[])`.execute(tx.db)
  return new Set(rows.map((row) => row.path_id))
}

/** Organizations that keep messages or files. */
export async function realmsWithKept(db: Db): Promise<number[]> {
  const { rows } = await sql<{ realm_id: number }>`
    select realm_id from held_message union select realm_id from held_file order by realm_id`.execute(db)
  return rows.map((row) => row.realm_id)
}

/** Deletes kept messages that no hold in force contains, at most `limit`. Returns their number. */
export async function deleteReleasedMessages(tx: Tx, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from held_message where message_id in (
      select m.message_id from held_message m
      where m.realm_id = ${tx.realmId} and not ${isHeld(tx.realmId, keptMessage)}
      order by m.message_id limit ${limit}
    )`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}

/** Deletes records of files whose message is in no hold in force. Returns the paths of content that nothing refers to any more. */
export async function deleteReleasedFiles(
  tx: Tx,
  limit: number,
): Promise<{ count: number; paths: string[] }> {
  const { rows } = await sql<{ path_id: string }>`
    delete from held_file where (path_id, message_id) in (
      select f.path_id, f.message_id from held_file f
      where f.realm_id = ${tx.realmId}
        and not exists (select from held_message m where m.message_id = f.message_id)
        and not exists (
          select from message m join recipient r on r.id = m.recipient_id
          where m.id = f.message_id and ${isHeld(tx.realmId, liveMessage)})
      order by f.path_id, f.message_id limit ${limit}
    ) returning path_id`.execute(tx.db)
  const gone = [...new Set(rows.map((row) => row.path_id))]
  const { rows: unused } = await sql<{ path_id: string }>`
    select path_id from unnest(${gone}::text[]) as gone (path_id)
    where not exists (select from held_file f where f.path_id = gone.path_id)
      and not exists (select from attachment a where a.path_id = gone.path_id)`.execute(tx.db)
  return { count: rows.length, paths: unused.map((row) => row.path_id) }
}

import type { DiscoveryQuery, EditHistoryEntry } from '@loquat/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { originalContent, restoredHistory } from '../../conversation/message-changes/hidden-sql.ts'
import { reactionsOf, submessages } from '../legal-hold/keep-store.ts'
import { isInScope, keptMessage, liveMessage, type ScopeColumns } from '../legal-hold/scope-store.ts'

export interface DiscoveredRow {
  id: number
  sender_id: number
  channel_id: number | null
  user_ids: number[] | null
  topic: string
  content: string
  client: string
  sent_at: Date
  edit_history: EditHistoryEntry[] | null
  /** Null for messages that still exist. */
  deleted_at: Date | null
  path_ids: string[]
  reactions: unknown[] | null
  submessages: unknown[] | null
}

const time = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))

const scopeOf = (query: DiscoveryQuery): ScopeColumns => ({
  userIds: sql`${query.user_ids}::bigint[]`,
  channelIds: sql`${query.channel_ids}::bigint[]`,
  sentFrom: sql`${time(query.sent_from)}::timestamptz`,
  sentUntil: sql`${time(query.sent_until)}::timestamptz`,
})

const pathsOf = (id: RawBuilder<unknown>) => sql`array(
  select a.path_id from attachment_message c join attachment a on a.id = c.attachment_id where c.message_id = ${id}
  union select f.path_id from held_file f where f.message_id = ${id} order by 1)`

const live = (realmId: number, query: DiscoveryQuery) => sql`
  from message m join recipient r on r.id = m.recipient_id left join hidden_message h on h.message_id = m.id
  where r.realm_id = ${realmId} and m.realm_id = ${realmId} and ${isInScope(liveMessage, scopeOf(query))}`

const kept = (realmId: number, query: DiscoveryQuery) => sql`
  from held_message m where m.realm_id = ${realmId} and ${isInScope(keptMessage, scopeOf(query))}`

/** Messages of the scope, with those that legal holds keep, in the order of their IDs. The words are not applied. */
export const discoveredMessages = (realmId: number, query: DiscoveryQuery): RawBuilder<DiscoveredRow> => sql`
  select m.id, m.sender_id, r.channel_id, r.user_ids, m.topic, ${originalContent} as content, m.client, m.sent_at, ${restoredHistory} as edit_history,
    null::timestamptz as deleted_at, ${pathsOf(sql`m.id`)} as path_ids, ${reactionsOf(sql`m.id`)} as reactions,
    ${submessages} as submessages
  ${live(realmId, query)}
  union all
  select m.message_id, m.sender_id, m.channel_id, m.user_ids, m.topic, m.content, m.client, m.sent_at, m.edit_history,
    m.deleted_at, ${pathsOf(sql`m.message_id`)}, m.reactions, m.submessages
  ${kept(realmId, query)}
  order by 1`

export async function countInScope(db: Db, realmId: number, query: DiscoveryQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) ${live(realmId, query)}) + (select count(*) ${kept(realmId, query)}) as count`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

export interface DiscoveredFile {
  path_id: string
  owner_id: number
  name: string
  content_type: string
  size: number
  created_at: Date
}

/** Existing and kept files with these paths. */
export async function filesWithPaths(db: Db, paths: readonly string[]): Promise<DiscoveredFile[]> {
  const { rows } = await sql<DiscoveredFile>`
    select path_id, owner_id, name, content_type, size, created_at from attachment
    where path_id = any(${paths}::text[])
    union
    select path_id, owner_id, name, content_type, size, created_at from held_file
    where path_id = any(${paths}::text[])
    order by path_id`.execute(db)
  return rows
}

/** Names of the users and channels, for readers of the archive. */
export const peopleIn = (realmId: number): RawBuilder<{ line: string }> => sql`
  select json_build_object('id', id, 'full_name', full_name, 'email', delivery_email, 'role', role,
    'is_active', is_active, 'is_bot', bot_type is not null)::text as line
  from account where realm_id = ${realmId} or is_system_bot order by id`

export const channelsIn = (realmId: number): RawBuilder<{ line: string }> => sql`
  select json_build_object('id', id, 'name', name, 'invite_only', invite_only, 'is_archived', is_archived)::text as line
  from channel where realm_id = ${realmId} order by id`

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** The unique key of a set of users: short sets spelled out, long ones hashed. */
export function userSetName(ascendingIds: readonly number[]): string {
  const spelled = ascendingIds.join(',')
  return spelled.length <= 200 ? spelled : `sha256:${createHash('sha256').update(spelled).digest('hex')}`
}

/** The recipient for a set of users. */
export interface Conversation {
  id: number
  /** Whether it has had a message. Not tracked for conversations with bots. */
  begun: boolean
}

/** Finds or creates the recipient for exactly these users. */
export async function ensureConversation(
  db: Db,
  realmId: number,
  ascendingIds: readonly number[],
): Promise<Conversation> {
  const existing = await findConversation(db, ascendingIds)
  if (existing !== undefined) return existing
  const { rows } = await sql<{ id: number }>`
    with created as (
      insert into recipient (realm_id, user_ids, user_set)
      values (${realmId}, ${ascendingIds}::bigint[], ${userSetName(ascendingIds)})
      on conflict (user_set) do nothing returning id, user_ids
    ), members as (
      insert into recipient_member (user_id, recipient_id)
      select member, created.id from created, unnest(created.user_ids) as member
    )
    select id from created`.execute(db)
  const [created] = rows
  if (created !== undefined) return { id: created.id, begun: false }
  // A concurrent transaction created the same conversation and has committed.
  const theirs = await findConversation(db, ascendingIds)
  if (theirs === undefined) throw new Error('A conversation vanished.')
  return theirs
}

/** Finds or creates the one-on-one conversations of a user with each of the others, in one statement. */
export async function ensurePairs(
  db: Db,
  realmId: number,
  one: number,
  others: readonly number[],
): Promise<void> {
  const pairs = others.map((other) => [Math.min(one, other), Math.max(one, other)] as const)
  await sql`
    with created as (
      insert into recipient (realm_id, user_ids, user_set)
      select ${realmId}, array[p.low, p.high], p.name
      from unnest(${pairs.map(([low]) => low)}::bigint[], ${pairs.map(([, high]) => high)}::bigint[],
        ${pairs.map((pair) => userSetName(pair))}::text[]) as p (low, high, name)
      on conflict (user_set) do nothing returning id, user_ids
    )
    insert into recipient_member (user_id, recipient_id)
    select member, created.id from created, unnest(created.user_ids) as member`.execute(db)
}

export async function findConversation(
  db: Db,
  ascendingIds: readonly number[],
): Promise<Conversation | undefined> {
  return await db
    .selectFrom('recipient')
    .select(['id', 'begun'])
    .where('user_set', '=', userSetName(ascendingIds))
    .executeTakeFirst()
}

export async function hasMessages(db: Db, recipientId: number): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a user has sent one of these exact texts in a conversation. */
export async function hasSent(
  db: Db,
  recipientId: number,
  senderId: number,
  contents: readonly string[],
): Promise<boolean> {
  const row = await db
    .selectFrom('message')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('sender_id', '=', senderId)
    .where('content', 'in', contents)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

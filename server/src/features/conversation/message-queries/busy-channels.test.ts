import { createWorld } from '@loquat/devkit'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { fetchSides } from './fetch-store.ts'
import { foundTexts } from './fetched-sql.ts'
import type { MessageReader } from './message-readers.ts'
import type { Condition } from './narrow.ts'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Instead of messages, returns how many rows of `message` PostgreSQL looked at. */
const countRows: MessageReader<{ id: number }, { 'QUERY PLAN': [{ Plan: PlanNode }] }> = {
  statement: (userId, found) => sql`explain (analyze, format json) ${foundTexts(userId, found)}`,
  rowsOf: (rows) => rows.map((row) => ({ id: messagesIn(row['QUERY PLAN'][0].Plan) })),
}

const messagesIn = (node: PlanNode): number => {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const isOfMessages = node['Relation Name'] === 'message' || node['Node Type'] === 'Bitmap Index Scan'
  return (node.Plans ?? []).reduce((sum, one) => sum + messagesIn(one), isOfMessages ? own : 0)
}

/** A channel with 36,000 messages, of which every other one is in its first topic, after 9,000 in small direct conversations. */
async function createBusyChannel() {
  const world = await createWorld()
  const { app, carol } = world
  const [realm] = app.realms.all()
  const [general] = realm!.directory.channels.values()
  const { db } = app.database
  await sql`
    with small as (
      insert into recipient (realm_id, user_ids, user_set)
      select ${realm!.id}, array[${carol.id}::bigint, n], 'small ' || n from generate_series(1, 900) as n returning id
    )
    insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client, sent_at)
    select n, ${realm!.id}, case when n <= 9000 then (select min(id) from small) + n % 900 else ${general!.recipientId} end,
      ${carol.id}, n > 9000, 'topic ' || n % 2, 'plums', '<p>plums</p>', 'test', now()
    from generate_series(1, 45000) as n`.execute(db)
  const reader = { realmId: realm!.id, userId: carol.id, closedRecipients: [], channelCount: 1 }
  const fetched = async (...more: Condition[]) => {
    const conditions = [
      { kind: 'channel', recipientId: general!.recipientId, negated: false } as const,
      ...more,
    ]
    const sides = [
      { direction: 'below', anchor: 30_000, limit: 50 } as const,
      { direction: 'from', anchor: 30_000, limit: 50 } as const,
    ]
    const found = await fetchSides(db, reader, { conditions, sharedHistory: true }, sides, countRows)
    return found[0]!.id
  }
  return { db, fetched }
}

it('A page of a busy channel or topic reads no other messages, even if most conversations are small', async () => {
  const { db, fetched } = await createBusyChannel()
  const topic = { kind: 'topic', topic: 'topic 1', negated: false } as const
  await sql`analyze`.execute(db)
  // PostgreSQL plans a prepared statement with its values five times.
  for (let n = 0; n < 7; n++) {
    expect(await fetched()).toBe(100)
    expect(await fetched(topic)).toBe(100)
  }
})

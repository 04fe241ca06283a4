import { randomFractions } from '@loquat/devkit/random-numbers'
import {
  type Bulk,
  messageStatements,
  organizationStatements,
  type Statement,
} from '@loquat/server/admin/demo/bulk-store.ts'
import pg from 'pg'
import type { Place } from './place.ts'
import type { Login } from './raw-client.ts'

export const people = 10_000
export const channels = 1_000

/** A user in every channel and in a few hundred conversations. */
export const reader: Login = { email: 'p1@example.com', apiKey: keyOf(1) }
/** The two words that are searched for: one in every fortieth message, one in every sixtieth. */
export const searched = ['marmalade', 'kettle']
const unread = 3_000

/** The person of this number. */
export const loginOf = (n: number): Login => ({ email: `p${n}@example.com`, apiKey: keyOf(n) })

function keyOf(n: number): string {
  return `key${String(n).padStart(29, '0')}`
}

/** Words of messages, the most frequent first. */
export const vocabulary = Array.from(
  { length: 4_000 },
  (_, n) => `${syllables(n)}${['', 's', 'ing', 'ed'][n % 4]}`,
)

/** Runs statements one after the other on a connection of their own. */
export async function runAll(place: Place, statements: readonly (string | Statement)[]): Promise<void> {
  const client = new pg.Client(place.cluster.connection('loquat'))
  await client.connect()
  try {
    // Building indexes in memory; and a crash may take the whole bench.
    await client.query("set maintenance_work_mem = '512MB'")
    await client.query('set synchronous_commit = off')
    for (const statement of statements) {
      if (typeof statement === 'string') await client.query(statement)
      else await client.query(statement[0], statement[1])
    }
  } finally {
    await client.end()
  }
}

/** Numbers of people and channels of an organization. */
export interface OrganizationSize {
  people: number
  channels: number
}

const bulkOf = (size: OrganizationSize): Bulk => ({
  ...size,
  realm: `(select id from realm where subdomain = '')`,
  scratch: 'create table',
  person: {
    email: `'p' || n || '@example.com'`,
    name: `'Person ' || n`,
    key: `'key' || lpad(n::text, 29, '0')`,
  },
  channel: { name: `'channel ' || n` },
  texts: texts(),
})

const largeOrganization = bulkOf({ people, channels })

/** Inserts users, channels and subscriptions directly into the tables while no server runs. */
export async function buildOrganization(
  place: Place,
  size: OrganizationSize = { people, channels },
): Promise<void> {
  await runAll(place, [...organizationStatements(bulkOf(size)), 'analyze'])
}

/**
 * A smaller organization with messages, of which some have reactions. PostgreSQL has no statistics about it, and does not collect any.
 */
export async function buildUnanalyzed(place: Place, size: OrganizationSize, messages: number): Promise<void> {
  const bulk = bulkOf(size)
  await runAll(place, [
    ...tablesOfMessages.map((table) => `alter table ${table} set (autovacuum_enabled = off)`),
    ...organizationStatements(bulk),
    ...messageStatements(bulk, { from: 1, to: messages, until: new Date(), id: 'i' }, 0),
    `insert into reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
      select m.id, p.id, 'tada', '1f389', 'unicode_emoji' from message m join bulk_person p on p.n <= m.id % 12 - 8
      where m.id > 0 order by m.id, p.id`,
    `select setval('message_id', ${messages})`,
  ])
}

const tablesOfMessages = [
  'account',
  'channel',
  'message',
  'message_flag',
  'reaction',
  'read_state',
  'recipient',
  'recipient_member',
  'submessage',
  'subscription',
]

/** Sentences that messages share. Words are as unevenly frequent as in a language. */
function texts(): string[] {
  const random = randomFractions(7)
  return Array.from({ length: 12_000 }, (_, n) => {
    const words = Array.from({ length: 6 + (n % 14) }, () => vocabulary[Math.floor(random() ** 3 * 4_000)])
    if (n % 40 === 0) words.push(searched[0])
    if (n % 60 === 0) words.push(searched[1])
    return words.join(' ')
  })
}

function syllables(n: number): string {
  const parts = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu']
  return [...String(n + 1_000)].map((digit) => parts[Number(digit)]).join('')
}

/** Does something while the table of messages has no index but its key, which makes adding many of them several times faster. */
export async function withoutMessageIndexes(place: Place, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client(place.cluster.connection('loquat'))
  await client.connect()
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'message' and indexname <> 'message_pkey'`,
  )
  await client.end()
  await runAll(
    place,
    rows.map(({ name }) => `drop index ${name}`),
  )
  await work()
  await runAll(
    place,
    rows.map(({ definition }) => definition),
  )
}

/**
 * Messages from one ID to another: one in ten direct, the rest in channels of which some are much busier than others.
 * The reader has read all but the newest three thousand, and is mentioned now and then.
 */
export async function addMessages(place: Place, from: number, to: number): Promise<void> {
  const messages = messageStatements(largeOrganization, { from, to, until: new Date(), id: 'i' }, unread)
  await withoutMessageIndexes(place, () => runAll(place, messages))
  await runAll(place, [
    `insert into message_flag (user_id, message_id, flags)
      select (select id from bulk_person where n = 1), id, 8 from message
      where id between ${from} and ${to} and id % 499 = 0
      on conflict do nothing`,
    `select setval('message_id', ${to})`,
    'vacuum (analyze) message',
    'analyze',
  ])
}

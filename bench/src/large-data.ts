import { searchText } from '@loquat/server/features/reading/search-text.ts'
import pg from 'pg'
import type { Place } from './place.ts'
import type { Login } from './raw-client.ts'

export const people = 10_000
export const channels = 1_000

/** Somebody in every channel and in a few hundred conversations. */
export const reader: Login = { email: 'p1@example.com', apiKey: keyOf(1) }
/** The two words that are searched for: one in every fortieth message, one in every sixtieth. */
export const searched = ['marmalade', 'kettle']

/** The person of this number. */
export const loginOf = (n: number): Login => ({ email: `p${n}@example.com`, apiKey: keyOf(n) })

function keyOf(n: number): string {
  return `key${String(n).padStart(29, '0')}`
}

/** Runs statements one after the other on a connection of their own. */
export async function runAll(
  place: Place,
  statements: readonly (string | [string, unknown[]])[],
): Promise<void> {
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

/** People, channels and who is in them, put straight into the tables while no server runs. */
export async function buildOrganization(place: Place): Promise<void> {
  await runAll(place, [
    // Everybody, and the set of people that stands for each alone.
    `insert into account (realm_id, delivery_email, full_name, role, api_key)
      select r.id, 'p' || n || '@example.com', 'Person ' || n, 400, 'key' || lpad(n::text, 29, '0')
      from realm r, generate_series(1, ${people}) as n where subdomain = ''`,
    `insert into recipient (realm_id, user_ids, user_set)
      select realm_id, array[id], id::text from account where api_key like 'key%'`,
    `insert into recipient_member (user_id, recipient_id)
      select r.user_ids[1], r.id from recipient r where cardinality(r.user_ids) = 1 on conflict do nothing`,
    `insert into channel (realm_id, name, history_public_to_subscribers, permissions)
      select realm_id, 'channel ' || n, true, permissions from channel, generate_series(1, ${channels}) as n
      where name = 'general'`,
    `insert into recipient (realm_id, channel_id) select realm_id, id from channel where name like 'channel %'`,
    // The reader is everywhere; everybody else in twenty channels; everybody in one, ten people in another.
    `create table bench_person as select id, row_number() over (order by id) as n from account where api_key like 'key%'`,
    `create table bench_channel as
      select c.id, r.id as recipient_id, row_number() over (order by c.id) as n
      from channel c join recipient r on r.channel_id = c.id where c.name like 'channel %'`,
    `insert into subscription (user_id, channel_id, recipient_id, received, color)
      select p.id, c.id, c.recipient_id, '{[1,)}', '#76ce90'
      from bench_person p join bench_channel c
        on p.n = 1 or c.n = 1 or (c.n = 2 and p.n <= 10) or (c.n > 2 and (c.n * 7919 + p.n * 104729) % 50 = 0)`,
    // Conversations of two: the reader with three hundred, others with one another.
    `insert into recipient (realm_id, user_ids, user_set)
      select a.realm_id, array[p.id, q.id], p.id || ',' || q.id
      from account a join bench_person p on p.id = a.id
      join bench_person q on (p.n = 1 and q.n between 2 and 301) or (p.n between 2 and 1001 and q.n = p.n + 3000)`,
    `insert into recipient_member (user_id, recipient_id)
      select unnest(r.user_ids), r.id from recipient r where cardinality(r.user_ids) = 2 on conflict do nothing`,
    `create table bench_place as
      select recipient_id, true as is_channel, row_number() over (order by n) - 1 as n from bench_channel
      union all
      select id, false, row_number() over (order by id) - 1 from recipient where cardinality(user_ids) = 2`,
    `create table bench_text (n bigint primary key, content text, html text, search tsvector)`,
    textPool(),
    'analyze',
  ])
}

/** Sentences that messages share. Words are as unevenly frequent as in a language. */
function textPool(): [string, unknown[]] {
  const random = randomNumbers(7)
  const vocabulary = Array.from(
    { length: 4_000 },
    (_, n) => `${syllables(n)}${['', 's', 'ing', 'ed'][n % 4]}`,
  )
  const texts = Array.from({ length: 12_000 }, (_, n) => {
    const words = Array.from({ length: 6 + (n % 14) }, () => vocabulary[Math.floor(random() ** 3 * 4_000)])
    if (n % 40 === 0) words.push(searched[0])
    if (n % 60 === 0) words.push(searched[1])
    return words.join(' ')
  })
  const indexed = texts.map((text) => searchText('', text))
  return [
    `insert into bench_text
      select n - 1, text, '<p>' || text || '</p>',
        strip(to_tsvector('english', words)) || array_to_tsvector(string_to_array(grams, ' '))
      from unnest($1::text[], $2::text[], $3::text[]) with ordinality as new (text, words, grams, n)`,
    [texts, indexed.map(({ words }) => words), indexed.map(({ grams }) => grams.join(' '))],
  ]
}

function syllables(n: number): string {
  const parts = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu']
  return [...String(n + 1_000)].map((digit) => parts[Number(digit)]).join('')
}

/** The same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/**
 * Messages from one ID to another: one in ten direct, the rest in channels of which some are much busier than others.
 * The reader has read all but the newest three thousand, and is mentioned now and then.
 */
export async function addMessages(place: Place, from: number, to: number): Promise<void> {
  const client = new pg.Client(place.cluster.connection('loquat'))
  await client.connect()
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = 'message' and indexname <> 'message_pkey'`,
  )
  await client.end()
  const me = `(select id from bench_person where n = 1)`
  await runAll(place, [
    ...rows.map(({ name }) => `drop index ${name}`),
    `insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client,
        sent_at, channel_wildcard, search)
      select i, r.id, place.recipient_id, p.id, place.is_channel,
        case when place.is_channel then 'topic ' || i % 7 else '' end, t.content, t.html, 'website',
        now() - (${to} - i) * interval '1 minute', i % 2003 = 0,
        t.search || array_to_tsvector(array['#' || i / 32768])
      from generate_series(${from}::bigint, ${to}::bigint) as i
      cross join lateral (select (i * 2654435761) % 1000003 as hash) as h
      cross join lateral (select i % 10 <> 3 as is_channel, hash / 1000003.0 as x) as k
      join bench_place place on place.is_channel = k.is_channel
        and place.n = case when k.is_channel then floor(${channels} * x * x) else floor(1300 * x * x) end
      join bench_person p on p.n = hash % ${people} + 1
      join bench_text t on t.n = (hash * 31 + i) % 12000
      cross join (select id from realm where subdomain = '') as r
      on conflict do nothing`,
    ...rows.map(({ definition }) => definition),
    `insert into message_flag (user_id, message_id, flags)
      select ${me}, id, 8 from message where id between ${from} and ${to} and id % 499 = 0
      on conflict do nothing`,
    `insert into read_state (user_id, recipient_id, read)
      select ${me}, recipient_id, int8multirange(int8range(0, ${to - 3_000})) from bench_place
      on conflict (user_id, recipient_id) do update set read = excluded.read`,
    `select setval('message_id', ${to})`,
    'vacuum (analyze) message',
    'analyze',
  ])
}

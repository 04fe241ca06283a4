import { searchText } from '../../features/conversation/message-queries/search-text.ts'

/**
 * A large organization, inserted directly into the tables. Publishes no events: the caller must notify the directory,
 * or run this while no server is running. Temporary tables list the created rows: `bulk_person`, `bulk_channel` and
 * `bulk_place`, each numbered by n.
 */
export interface Bulk {
  people: number
  channels: number
  /** SQL expression for the organization's ID. */
  realm: string
  scratch: 'create table' | 'create temporary table'
  /** SQL expressions in n, which counts from 1. */
  person: { email: string; name: string; key: string }
  channel: { name: string }
  /** Person 1, who is in every channel and has direct conversations with three hundred others. Created if missing. */
  reader?: number
  /** Creation time of everything. */
  since?: Date
  /** Message texts. They must not contain mentions or other references. */
  texts: readonly string[]
}

export type Statement = readonly [text: string, values: unknown[]]

const plain = (text: string): Statement => [text, []]

/** Number of one-to-one conversations of the reader, and of others. */
const readerConversations = 300
const otherConversations = 1_000

/** Emails to nonexistent addresses would bounce. */
const settings = `'{"enable_offline_email_notifications": false}'`

/** Users, channels and subscriptions. */
export function organizationStatements(bulk: Bulk): Statement[] {
  const { people, channels, realm, scratch, person, channel, reader, since = new Date() } = bulk
  const already = reader === undefined ? 0 : 1
  return [
    // All accounts, each with its own recipient.
    plain(`${scratch} bulk_person (id bigint primary key, n bigint unique)`),
    ...(reader === undefined ? [] : [plain(`insert into bulk_person values (${reader}, 1)`)]),
    [
      `with made as (
        insert into account (realm_id, delivery_email, full_name, role, api_key, settings, created_at)
        select ${realm}, ${person.email}, ${person.name}, 400, ${person.key}, ${settings}, $1
        from generate_series(1, ${people}) as n returning id
      )
      insert into bulk_person select id, row_number() over (order by id) + ${already} from made`,
      [since],
    ],
    plain(`with made as (
        insert into recipient (realm_id, user_ids, user_set)
        select ${realm}, array[id], id::text from bulk_person where n > ${already} returning id, user_ids
      )
      insert into recipient_member (user_id, recipient_id) select user_ids[1], id from made`),
    plain(`${scratch} bulk_channel (id bigint primary key, recipient_id bigint, n bigint unique)`),
    [
      `with made as (
        insert into channel (realm_id, name, history_public_to_subscribers, permissions, created_at)
        select realm_id, ${channel.name}, true, permissions, $1 from channel, generate_series(1, ${channels}) as n
        where realm_id = ${realm} and name = 'general' returning id
      )
      insert into bulk_channel select id, null, row_number() over (order by id) from made`,
      [since],
    ],
    plain(`with made as (
        insert into recipient (realm_id, channel_id) select ${realm}, id from bulk_channel returning id, channel_id
      )
      update bulk_channel c set recipient_id = made.id from made where made.channel_id = c.id`),
    // The reader is in every channel, everyone else in every fiftieth. All are in one channel, ten in another.
    plain(`insert into subscription (user_id, channel_id, recipient_id, received, color)
      select p.id, c.id, c.recipient_id, '{[1,)}', '#76ce90'
      from bulk_person p join bulk_channel c
        on p.n = 1 or c.n = 1 or (c.n = 2 and p.n <= 10) or (c.n > 2 and (c.n * 7919 + p.n * 104729) % 50 = 0)`),
    // One-to-one conversations: of the reader with some users, and of others with each other.
    plain(`${scratch} bulk_place (recipient_id bigint primary key, is_channel boolean, n bigint)`),
    plain(`with made as (
        insert into recipient (realm_id, user_ids, user_set, begun)
        select ${realm}, array[p.id, q.id], p.id || ',' || q.id, true
        from bulk_person p join bulk_person q on (p.n = 1 and q.n between 2 and ${readerConversations + 1})
          or (p.n between 2 and ${otherConversations + 1} and q.n = p.n + ${Math.floor(people * 0.3)})
        returning id, user_ids
      ), members as (
        insert into recipient_member (user_id, recipient_id) select unnest(user_ids), id from made
      )
      insert into bulk_place select id, false, row_number() over (order by id) - 1 from made`),
    plain(`insert into bulk_place select recipient_id, true, n - 1 from bulk_channel`),
    plain(`${scratch} bulk_text (n bigint primary key, content text, html text, search tsvector)`),
    textStatement(bulk.texts),
    ...['bulk_person', 'bulk_channel', 'bulk_place', 'bulk_text'].map((table) => plain(`analyze ${table}`)),
  ]
}

function textStatement(texts: readonly string[]): Statement {
  const indexed = texts.map((text) => searchText('', text))
  return [
    `insert into bulk_text
      select n - 1, text, '<p>' || text || '</p>',
        strip(to_tsvector('english', words)) || array_to_tsvector(string_to_array(grams, ' '))
      from unnest($1::text[], $2::text[], $3::text[]) with ordinality as new (text, words, grams, n)`,
    [texts, indexed.map(({ words }) => words), indexed.map(({ grams }) => grams.join(' '))],
  ]
}

/** Messages number `from` to number `to`, one minute apart. */
export interface Batch {
  from: number
  to: number
  /** Time of the last message. */
  until: Date
  /** SQL expression in i for their IDs, which rise with i. */
  id: string
}

/**
 * Stored in the order of their IDs, as messages are sent and imported, so that neighbors are next to each other in the table. One message in ten is
 * direct; the rest are in channels, some much busier than others. The reader has read all but the last `unread` messages.
 */
export function messageStatements(bulk: Bulk, { from, to, until, id }: Batch, unread: number): Statement[] {
  const { people, channels, realm, texts } = bulk
  return [
    [
      `insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client,
        sent_at, channel_wildcard, search)
      select s.id, ${realm}, place.recipient_id, p.id, place.is_channel,
        case when place.is_channel then 'topic ' || i % 7 else '' end, t.content, t.html, 'website',
        $1::timestamptz - (${to} - i) * interval '1 minute', i % 2003 = 0,
        t.search || array_to_tsvector(array['#' || s.id / 32768])
      from (select i, ${id} as id from generate_series(${from}::bigint, ${to}::bigint) as i offset 0) as s
      cross join lateral (select (i * 2654435761) % 1000003 as hash) as h
      cross join lateral (select i % 10 <> 3 as is_channel, hash / 1000003.0 as x) as k
      join bulk_place place on place.is_channel = k.is_channel
        and place.n = case when k.is_channel then floor(${channels} * x * x) else floor(${readerConversations + otherConversations} * x * x) end
      join bulk_person p on p.n = hash % ${people} + 1
      join bulk_text t on t.n = (hash * 31 + i) % ${texts.length}
      order by i
      on conflict do nothing`,
      [until],
    ],
    plain(`update channel set first_message_id = first.id
      from (
        select c.id as channel_id, min(m.id) as id from bulk_channel c join message m on m.recipient_id = c.recipient_id
        group by c.id
      ) as first
      where channel.id = first.channel_id`),
    plain(`insert into read_state (user_id, recipient_id, read)
      select (select id from bulk_person where n = 1), recipient_id,
        int8multirange(int8range(0, (select max(id) + 1 - ${unread} from message)))
      from bulk_place
      on conflict (user_id, recipient_id) do update set read = excluded.read`),
  ]
}

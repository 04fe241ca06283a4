import { createApi } from '@loquat/client'
import { ownerCredentials, type ServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import type { Login } from './raw-client.ts'

export async function ownerOf(server: ServerProcess): Promise<Login> {
  const reply = await createApi({ url: server.url }).fetchApiKey({
    username: ownerCredentials.email,
    password: ownerCredentials.password,
  })
  return { email: ownerCredentials.email, apiKey: reply.api_key }
}

/** Gives connections to the databases of a server. */
export interface Databases {
  cluster: { connection(database: string): pg.ClientConfig }
}

export async function query<T extends pg.QueryResultRow>(
  place: Databases,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client(place.cluster.connection('loquat'))
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Accounts without passwords in an organization, subscribed to `general`, put straight into the tables. To be called while no server
 * runs, which would not notice.
 */
export async function addPeople(place: Databases, count: number, subdomain = ''): Promise<Login[]> {
  const rows = await query<{ email: string; key: string }>(
    place,
    `with realm as (select id from realm where subdomain = $2),
     general as (
       select c.id as channel_id, r.id as recipient_id from channel c join recipient r on r.channel_id = c.id
       where c.name = 'general' and c.realm_id = (select id from realm)
     ), people as (
       insert into account (realm_id, delivery_email, full_name, role, api_key, settings)
       select realm.id, 'p' || n || '@example.com', 'Person ' || n, 400, md5('key ' || $2 || n), '{}'
       from realm, generate_series(1, $1::int) n
       returning id, realm_id, delivery_email, api_key
     ), sets as (
       insert into recipient (realm_id, user_ids, user_set)
       select realm_id, array[id], id::text from people returning id, user_ids
     ), members as (
       insert into recipient_member (user_id, recipient_id) select user_ids[1], id from sets
     ), subscribed as (
       insert into subscription (user_id, channel_id, recipient_id, received, color)
       select people.id, channel_id, recipient_id, '{[1,)}', '#76ce90' from people, general
     )
     select delivery_email as email, api_key as key from people order by id`,
    [count, subdomain],
  )
  return rows.map((row) => ({ email: row.email, apiKey: row.key }))
}

import type { Scope } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { AppRequest } from './rules.ts'

const stored = (app: AppRequest) => ({
  name: app.name,
  description: app.description,
  homepage_url: app.homepageUrl,
  logo_url: app.logoUrl,
  redirect_uris: app.redirectUris,
  scopes: app.scopes,
})

export interface NewApp extends AppRequest {
  clientId: string
  secretHash: string | null
  registeredItself: boolean
  creatorId: number | null
  createdAt: Date
}

export async function insertApp(tx: Tx, app: NewApp): Promise<number> {
  const { id } = await tx.db
    .insertInto('oauth_app')
    .values({
      realm_id: tx.realmId,
      client_id: app.clientId,
      ...stored(app),
      secret_hash: app.secretHash,
      is_confidential: app.isConfidential,
      registered_itself: app.registeredItself,
      creator_id: app.creatorId,
      created_at: app.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateAppRow(tx: Tx, appId: number, app: AppRequest): Promise<void> {
  await tx.db.updateTable('oauth_app').set(stored(app)).where('id', '=', appId).execute()
}

export async function updateSecret(tx: Tx, appId: number, secretHash: string): Promise<void> {
  await tx.db.updateTable('oauth_app').set({ secret_hash: secretHash }).where('id', '=', appId).execute()
}

const appsOf = (db: Db, realmId: number) =>
  db.selectFrom('oauth_app').selectAll().where('realm_id', '=', realmId)

export async function findApp(db: Db, realmId: number, appId: number) {
  return await appsOf(db, realmId).where('id', '=', appId).executeTakeFirst()
}
export type AppRow = NonNullable<Awaited<ReturnType<typeof findApp>>>

export async function findClient(db: Db, realmId: number, clientId: string) {
  return await appsOf(db, realmId).where('client_id', '=', clientId).executeTakeFirst()
}

/** All apps with the number of people who are connected, newest first. */
export async function appsWithPeople(db: Db, realmId: number, now: Date) {
  return await appsOf(db, realmId)
    .select((by) =>
      by
        .selectFrom('oauth_grant as g')
        .select(({ fn }) => fn.count<number>('g.user_id').distinct().as('people'))
        .whereRef('g.app_id', '=', 'oauth_app.id')
        .where('g.used_at', 'is not', null)
        .where('g.expires_at', '>', now)
        .as('people'),
    )
    .orderBy('id', 'desc')
    .execute()
}

/** The number of apps that administrators registered, or that registered themselves. */
export async function countApps(db: Db, realmId: number, registeredItself: boolean): Promise<number> {
  const { count } = await db
    .selectFrom('oauth_app')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('realm_id', '=', realmId)
    .where('registered_itself', '=', registeredItself)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes an app with its connections and tokens. Returns the people who were connected. */
export async function deleteAppRow(tx: Tx, appId: number): Promise<number[]> {
  // Locks the app first, so that nobody connects meanwhile.
  await tx.db.selectFrom('oauth_app').select('id').where('id', '=', appId).forUpdate().execute()
  const people = await tx.db
    .selectFrom('oauth_grant')
    .select('user_id')
    .distinct()
    .where('app_id', '=', appId)
    .execute()
  await tx.db.deleteFrom('oauth_app').where('id', '=', appId).execute()
  return people.map((row) => row.user_id)
}

/** Ends the connections of a person with an app. Returns their number. */
export async function deleteGrants(tx: Tx, userId: number, appId: number): Promise<number> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('oauth_grant')
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The connections of a person that are in use, newest first, each with its app and last use. */
export async function connectionsOf(db: Db, userId: number, now: Date) {
  return await db
    .selectFrom('oauth_grant as g')
    .innerJoin('oauth_app as a', 'a.id', 'g.app_id')
    .select([
      'g.app_id',
      'g.scopes',
      'g.channel_ids',
      'g.created_at',
      'a.name',
      'a.description',
      'a.homepage_url',
      'a.logo_url',
      'a.registered_itself',
      'a.scopes as app_scopes',
      sql<Date | null>`greatest(g.refreshed_at, (select max(t.last_used_at) from api_token t where t.grant_id = g.id))`.as(
        'last_used_at',
      ),
    ])
    .where('g.user_id', '=', userId)
    .where('g.used_at', 'is not', null)
    .where('g.expires_at', '>', now)
    .orderBy('g.id', 'desc')
    .execute()
}
export type ConnectionRow = Awaited<ReturnType<typeof connectionsOf>>[number]

/** The people whose connections with an app are in use, each with all scopes that they allowed and the last use. */
export async function peopleOfApp(db: Db, appId: number, now: Date) {
  const { rows } = await sql<{
    user_id: number
    scopes: Scope[]
    connected_at: Date
    last_used_at: Date | null
  }>`
    select g.user_id, array_agg(distinct scope order by scope) as scopes, min(g.created_at) as connected_at,
      greatest(max(g.refreshed_at), (
        select max(t.last_used_at) from api_token t join oauth_grant own on own.id = t.grant_id
        where own.app_id = ${appId} and own.user_id = g.user_id
      )) as last_used_at
    from oauth_grant g cross join unnest(g.scopes) as scope
    where g.app_id = ${appId} and g.used_at is not null and g.expires_at > ${now}
    group by g.user_id
    order by g.user_id`.execute(db)
  return rows
}

/** Ends the access tokens of an app, which then has to refresh them. Returns the people who have some. */
export async function deleteAccessTokens(tx: Tx, appId: number): Promise<number[]> {
  const ended = await tx.db
    .deleteFrom('api_token')
    .where('grant_id', 'in', (by) => by.selectFrom('oauth_grant').select('id').where('app_id', '=', appId))
    .returning('user_id')
    .execute()
  return [...new Set(ended.map((row) => row.user_id))]
}

/** Deletes connections that have ended, and apps that registered themselves before this time and that nobody uses. */
export async function deleteExpiredGrants(db: Db, now: Date, unusedSince: Date): Promise<void> {
  await db.deleteFrom('oauth_grant').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('oauth_app')
    .where('registered_itself', '=', true)
    .where('created_at', '<', unusedSince)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('oauth_grant as g').select('g.id').whereRef('g.app_id', '=', 'oauth_app.id'))),
    )
    .execute()
}

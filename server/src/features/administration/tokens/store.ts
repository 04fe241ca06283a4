import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { TokenKind } from '../../../tokens/tokens.ts'

export interface NewToken {
  userId: number
  kind: TokenKind
  name: string
  start: string
  keyHash: string
  scopes: string[] | null
  readOnly: boolean
  channelIds: number[] | null
  topic: string | null
  addresses: string[] | null
  createdBy: number | null
  createdAt: Date
  expiresAt: Date | null
  /** The connection of an app that it belongs to. */
  grantId?: number
}

export async function insertToken(tx: Tx, token: NewToken): Promise<number> {
  const { id } = await tx.db
    .insertInto('api_token')
    .values({
      realm_id: tx.realmId,
      user_id: token.userId,
      kind: token.kind,
      name: token.name,
      start: token.start,
      key_hash: token.keyHash,
      scopes: token.scopes,
      read_only: token.readOnly,
      channel_ids: token.channelIds,
      topic: token.topic,
      addresses: token.addresses,
      created_by: token.createdBy,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
      grant_id: token.grantId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const listed = [
  'id',
  'user_id',
  'kind',
  'name',
  'start',
  'scopes',
  'read_only',
  'channel_ids',
  'topic',
  'addresses',
  'created_at',
  'expires_at',
  'last_used_at',
] as const

/** Tokens that have not expired, newest first. Those of apps are replaced every hour, so people see the apps instead. */
const validTokens = (db: Db, now: Date) =>
  db
    .selectFrom('api_token')
    .select(listed)
    .where('kind', '!=', 'app')
    .where((by) => by.or([by('expires_at', 'is', null), by('expires_at', '>', now)]))
    .orderBy('id', 'desc')

export async function tokensOf(db: Db, userId: number, now: Date) {
  return await validTokens(db, now).where('user_id', '=', userId).execute()
}

export interface TokenPage {
  /** Only tokens with smaller IDs. */
  before: number | undefined
  limit: number
}

/** Tokens of everyone in an organization. */
export async function tokensOfRealm(db: Db, realmId: number, now: Date, { before, limit }: TokenPage) {
  let tokens = validTokens(db, now).where('realm_id', '=', realmId)
  if (before !== undefined) tokens = tokens.where('id', '<', before)
  return await tokens.limit(limit).execute()
}
export type TokenRow = Awaited<ReturnType<typeof tokensOf>>[number]

/** The number of tokens of a user, also of expired ones that were not deleted yet. */
export async function countTokens(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('api_token')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '!=', 'app')
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findToken(db: Db, realmId: number, tokenId: number) {
  return await db
    .selectFrom('api_token')
    .select(['id', 'user_id', 'kind', 'name', 'start'])
    .where('id', '=', tokenId)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
}

/** False if it was deleted meanwhile. With the token of an app, its connection ends: it would get another token. */
export async function deleteToken(tx: Tx, tokenId: number): Promise<boolean> {
  const deleted = await tx.db
    .deleteFrom('api_token')
    .where('id', '=', tokenId)
    .returning('grant_id')
    .executeTakeFirst()
  if (deleted?.grant_id != null)
    await tx.db.deleteFrom('oauth_grant').where('id', '=', deleted.grant_id).execute()
  return deleted !== undefined
}

/** Also ends the connections of apps. Returns the number of deleted tokens and connections. */
export async function deleteTokensOf(tx: Tx, userId: number): Promise<number> {
  const { numDeletedRows: ended } = await tx.db
    .deleteFrom('oauth_grant')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const { numDeletedRows } = await tx.db
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(ended + numDeletedRows)
}

/** Deletes tokens that nobody can use any more, a day after their expiry. */
export async function deleteExpiredTokens(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('api_token').where('expires_at', '<', before).execute()
}

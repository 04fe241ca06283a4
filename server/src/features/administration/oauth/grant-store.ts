import type { Scope } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface NewGrant {
  appId: number
  userId: number
  scopes: Scope[]
  channelIds: number[] | null
  createdAt: Date
  codeHash: string
  codeExpiresAt: Date
  challenge: string
  redirectUri: string
}

export async function insertGrant(tx: Tx, grant: NewGrant): Promise<void> {
  await tx.db
    .insertInto('oauth_grant')
    .values({
      realm_id: tx.realmId,
      app_id: grant.appId,
      user_id: grant.userId,
      scopes: grant.scopes,
      channel_ids: grant.channelIds,
      created_at: grant.createdAt,
      code_hash: grant.codeHash,
      code_expires_at: grant.codeExpiresAt,
      code_challenge: grant.challenge,
      redirect_uri: grant.redirectUri,
      expires_at: grant.codeExpiresAt,
    })
    .execute()
}

/** Whether a person has already allowed an app this access, or more, in one connection that has not ended. */
export async function hasGrantFor(
  tx: Tx,
  userId: number,
  appId: number,
  { scopes, channelIds }: Pick<NewGrant, 'scopes' | 'channelIds'>,
  now: Date,
): Promise<boolean> {
  const grants = await tx.db
    .selectFrom('oauth_grant')
    .select(['scopes', 'channel_ids'])
    .where('user_id', '=', userId)
    .where('app_id', '=', appId)
    .where('expires_at', '>', now)
    .execute()
  return grants.some(({ scopes: allowed, channel_ids: open }) => {
    const hasChannels = open === null || (channelIds?.every((id) => open.includes(id)) ?? false)
    return hasChannels && scopes.every((scope) => allowed.includes(scope))
  })
}

const lockedGrant = (tx: Tx) =>
  tx.db.selectFrom('oauth_grant').selectAll().where('realm_id', '=', tx.realmId).forUpdate()

/** Locked, so that a code or refresh token is used once, and nobody ends the grant meanwhile. */
export async function lockGrantByCode(tx: Tx, codeHash: string) {
  return await lockedGrant(tx).where('code_hash', '=', codeHash).executeTakeFirst()
}
export type GrantRow = NonNullable<Awaited<ReturnType<typeof lockGrantByCode>>>

export async function lockGrantByFamily(tx: Tx, familyHash: string): Promise<GrantRow | undefined> {
  return await lockedGrant(tx).where('family_hash', '=', familyHash).executeTakeFirst()
}

/** The person of a code or refresh token. */
export async function userOfGrant(
  db: Db,
  realmId: number,
  by: { codeHash: string } | { familyHash: string },
): Promise<number | undefined> {
  const grants = db.selectFrom('oauth_grant').select('user_id').where('realm_id', '=', realmId)
  const found =
    'codeHash' in by
      ? grants.where('code_hash', '=', by.codeHash)
      : grants.where('family_hash', '=', by.familyHash)
  return (await found.executeTakeFirst())?.user_id
}

export interface Refresh {
  familyHash: string
  refreshHash: string
  at: Date
  expiresAt: Date
}

export async function recordRefresh(tx: Tx, grant: GrantRow, refresh: Refresh): Promise<void> {
  await tx.db
    .updateTable('oauth_grant')
    .set({
      used_at: grant.used_at ?? refresh.at,
      refreshed_at: refresh.at,
      family_hash: refresh.familyHash,
      refresh_hash: refresh.refreshHash,
      expires_at: refresh.expiresAt,
    })
    .where('id', '=', grant.id)
    .execute()
}

export async function deleteGrant(tx: Tx, grantId: number): Promise<void> {
  await tx.db.deleteFrom('oauth_grant').where('id', '=', grantId).execute()
}

/** Ends all but the newest access tokens of a grant. True if some could still be in use. */
export async function deleteOlderTokens(tx: Tx, grantId: number, kept: number, now: Date): Promise<boolean> {
  const deleted = await tx.db
    .deleteFrom('api_token')
    .where('id', 'in', (by) =>
      by
        .selectFrom('api_token')
        .select('id')
        .where('grant_id', '=', grantId)
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .returning('expires_at')
    .execute()
  return deleted.some(({ expires_at: at }) => at === null || at > now)
}

/** Ends all but the newest connections of a person with an app. Returns the number of those that were in use. */
export async function deleteOlderGrants(
  tx: Tx,
  userId: number,
  appId: number,
  kept: number,
): Promise<number> {
  const deleted = await tx.db
    .deleteFrom('oauth_grant')
    .where('id', 'in', (by) =>
      by
        .selectFrom('oauth_grant')
        .select('id')
        .where('user_id', '=', userId)
        .where('app_id', '=', appId)
        .orderBy('id', 'desc')
        .offset(kept),
    )
    .returning('used_at')
    .execute()
  return deleted.filter((row) => row.used_at !== null).length
}

/** The access token of a secret, with its grant. */
export async function accessTokenByHash(db: Db, realmId: number, keyHash: string) {
  return await db
    .selectFrom('api_token as t')
    .innerJoin('oauth_grant as g', 'g.id', 't.grant_id')
    .select(['t.id', 't.user_id', 'g.app_id'])
    .where('t.key_hash', '=', keyHash)
    .where('t.realm_id', '=', realmId)
    .executeTakeFirst()
}

export async function deleteAccessToken(tx: Tx, tokenId: number): Promise<void> {
  await tx.db.deleteFrom('api_token').where('id', '=', tokenId).execute()
}

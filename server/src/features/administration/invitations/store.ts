import type { Role } from '@loquat/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { InvitationTables } from '../../../db/tables/invitations.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Sealer } from '../../../platform/sealer.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'

/** Role, channels and groups of the new account. */
export interface InvitationOffer {
  inviterId: number
  role: Role
  channelIds: number[]
  groupIds: number[]
  includeDefaults: boolean
  createdAt: Date
  expiresAt: Date | null
  /** When the account of a guest expires. */
  accountExpiresAt: Date | null
}

export interface PendingInvitation extends InvitationOffer {
  id: number
  /** Decrypted by `invitationKey`. */
  sealedKey: string
}

export interface Invitation extends PendingInvitation {
  email: string
  notifyInviter: boolean
}

const columns = [
  'id',
  'inviter_id',
  'role',
  'channel_ids',
  'group_ids',
  'include_defaults',
  'key_sealed',
  'created_at',
  'expires_at',
  'account_expires_at',
] as const

type InvitationRow = Omit<Selectable<InvitationTables['invitation_link']>, 'realm_id' | 'key' | 'key_hash'>

const fromRow = (row: InvitationRow): PendingInvitation => ({
  id: row.id,
  inviterId: row.inviter_id,
  role: row.role as Role,
  channelIds: row.channel_ids.map(Number),
  groupIds: row.group_ids.map(Number),
  includeDefaults: row.include_defaults,
  sealedKey: row.key_sealed ?? '',
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  accountExpiresAt: row.account_expires_at,
})

function toRow(tx: Tx, offer: InvitationOffer) {
  const key = tx.sealer.storedKey('invitation key', randomKey())
  return {
    realm_id: tx.realmId,
    inviter_id: offer.inviterId,
    role: offer.role,
    channel_ids: offer.channelIds,
    group_ids: offer.groupIds,
    include_defaults: offer.includeDefaults,
    key_hash: key.hash,
    key_sealed: key.sealed,
    created_at: offer.createdAt,
    expires_at: offer.expiresAt,
    account_expires_at: offer.accountExpiresAt,
  }
}

/** The key that the link of an invitation contains. */
export const invitationKey = (sealer: Sealer, { sealedKey }: PendingInvitation) =>
  sealer.open('invitation key', sealedKey)

/** Inserts an invitation for each address with one statement. */
export async function insertInvitations(
  tx: Tx,
  offer: InvitationOffer,
  emails: readonly string[],
  notifyInviter: boolean,
): Promise<Invitation[]> {
  if (emails.length === 0) return []
  const keys = emails.map(() => tx.sealer.storedKey('invitation key', randomKey()))
  const { rows } = await sql<{ id: number; email: string; sealedKey: string }>`
    insert into invitation (realm_id, inviter_id, role, channel_ids, group_ids, include_defaults, created_at, expires_at,
      account_expires_at, notify_inviter, email, key_hash, key_sealed)
    select ${tx.realmId}, ${offer.inviterId}, ${offer.role}, ${offer.channelIds}::bigint[], ${offer.groupIds}::bigint[],
      ${offer.includeDefaults}, ${offer.createdAt}, ${offer.expiresAt}::timestamptz,
      ${offer.accountExpiresAt}::timestamptz, ${notifyInviter}, email, key_hash, key_sealed
    from unnest(${emails}::text[], ${keys.map(({ hash }) => hash)}::text[], ${keys.map(({ sealed }) => sealed)}::text[])
      with ordinality as new (email, key_hash, key_sealed, n)
    order by n
    returning id, email, key_sealed as "sealedKey"`.execute(tx.db)
  return rows.map((row) => ({ ...offer, ...row, notifyInviter }))
}

export async function insertInvitationLink(tx: Tx, offer: InvitationOffer): Promise<PendingInvitation> {
  const row = await tx.db
    .insertInto('invitation_link')
    .values(toRow(tx, offer))
    .returning(columns)
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

const isPending = (now: Date) => sql<boolean>`(expires_at is null or expires_at > ${now})`

export async function invitations(
  db: Db,
  realmId: number,
  now: Date,
  which: { id?: number; ids?: readonly number[]; key?: string; email?: string } = {},
): Promise<Invitation[]> {
  let query = db
    .selectFrom('invitation')
    .select([...columns, 'email', 'notify_inviter'])
    .where('realm_id', '=', realmId)
    .where(isPending(now))
  if (which.id !== undefined) query = query.where('id', '=', which.id)
  if (which.ids !== undefined) query = query.where(sql<boolean>`id = any(${which.ids}::bigint[])`)
  if (which.key !== undefined) query = query.where('key_hash', '=', hashOfKey(which.key))
  if (which.email !== undefined) query = query.where(sql<boolean>`lower(email) = lower(${which.email})`)
  const rows = await query.orderBy('id').execute()
  return rows.map((row) => ({ ...fromRow(row), email: row.email, notifyInviter: row.notify_inviter }))
}

export async function invitationLinks(
  db: Db,
  realmId: number,
  now: Date,
  which: { id?: number; key?: string } = {},
): Promise<PendingInvitation[]> {
  let query = db
    .selectFrom('invitation_link')
    .select(columns)
    .where('realm_id', '=', realmId)
    .where(isPending(now))
  if (which.id !== undefined) query = query.where('id', '=', which.id)
  if (which.key !== undefined) query = query.where('key_hash', '=', hashOfKey(which.key))
  return (await query.orderBy('id').execute()).map(fromRow)
}

/** An expired invitation that is still stored. */
export async function expiredInvitation(
  db: Db,
  realmId: number,
  now: Date,
  key: string,
): Promise<PendingInvitation | undefined> {
  for (const table of ['invitation', 'invitation_link'] as const) {
    const row = await db
      .selectFrom(table)
      .select(columns)
      .where('realm_id', '=', realmId)
      .where('key_hash', '=', hashOfKey(key))
      .where('expires_at', '<=', now)
      .executeTakeFirst()
    if (row !== undefined) return fromRow(row)
  }
  return undefined
}

type InvitationTable = 'invitation' | 'invitation_link'

export async function deleteInvitations(
  tx: Tx,
  table: InvitationTable,
  ids: readonly number[],
): Promise<void> {
  await tx.db.deleteFrom(table).where(sql<boolean>`id = any(${ids}::bigint[])`).execute()
}

/**
 * Deletes all invitations and links of a user. Returns the IDs of email invitations and whether anything was
 * deleted.
 */
export async function deleteInvitationsOf(
  tx: Tx,
  inviterId: number,
): Promise<{ byEmail: number[]; any: boolean }> {
  const gone = async (table: InvitationTable) =>
    await tx.db.deleteFrom(table).where('inviter_id', '=', inviterId).returning('id').execute()
  const [byEmail, links] = [await gone('invitation'), await gone('invitation_link')]
  return { byEmail: byEmail.map((row) => row.id), any: byEmail.length + links.length > 0 }
}

export async function deleteExpiredInvitations(db: Db, before: Date): Promise<void> {
  for (const table of ['invitation', 'invitation_link'] as const) {
    await db.deleteFrom(table).where('expires_at', '<', before).execute()
  }
}

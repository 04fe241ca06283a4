import type { Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ChannelEmailTable } from '../../../db/tables/inbound-email.ts'
import type { Tx } from '../../../events/transaction.ts'

export type ChannelEmail = Selectable<ChannelEmailTable>

/** The channel, the user who has the address, and the sender of its emails. */
export type ChannelEmailKey = Pick<ChannelEmail, 'channel_id' | 'user_id' | 'sender_id'>

export async function findChannelEmail(db: Db, key: ChannelEmailKey): Promise<ChannelEmail | undefined> {
  return await db
    .selectFrom('channel_email')
    .selectAll()
    .where('channel_id', '=', key.channel_id)
    .where('user_id', '=', key.user_id)
    .where('sender_id', '=', key.sender_id)
    .executeTakeFirst()
}

export async function channelEmailByToken(db: Db, hash: string): Promise<ChannelEmail | undefined> {
  return await db.selectFrom('channel_email').selectAll().where('token_hash', '=', hash).executeTakeFirst()
}

type NewChannelEmail = Omit<ChannelEmail, 'id' | 'realm_id'>

/** Does nothing if a concurrent request was faster. */
export async function insertChannelEmail(tx: Tx, row: NewChannelEmail): Promise<void> {
  await tx.db
    .insertInto('channel_email')
    .values({ realm_id: tx.realmId, ...row })
    .onConflict((conflict) => conflict.columns(['channel_id', 'user_id', 'sender_id']).doNothing())
    .execute()
}

export async function replaceChannelEmail(tx: Tx, row: NewChannelEmail): Promise<void> {
  const { salt, token_hash, created_at } = row
  await tx.db
    .insertInto('channel_email')
    .values({ realm_id: tx.realmId, ...row })
    .onConflict((conflict) =>
      conflict.columns(['channel_id', 'user_id', 'sender_id']).doUpdateSet({ salt, token_hash, created_at }),
    )
    .execute()
}

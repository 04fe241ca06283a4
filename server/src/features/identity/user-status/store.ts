import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Emoji } from '../../../markdown/emoji/lookup.ts'

export interface Status {
  userId: number
  text: string
  /** Empty if none. */
  emojiName: string
  emoji: Emoji
}

export interface StatusChange {
  text: string | undefined
  emoji: { name: string; emoji: Emoji } | undefined
}

/** Statuses ever set in the organization, or by one user. */
export async function loadStatuses(db: Db, realmId: number, userId?: number): Promise<Status[]> {
  const rows = await db
    .selectFrom('user_status')
    .selectAll()
    .where('realm_id', '=', realmId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .execute()
  return rows.map((row) => ({
    userId: row.user_id,
    text: row.status_text,
    emojiName: row.emoji_name,
    emoji: { code: row.emoji_code, type: row.reaction_type },
  }))
}

/** Returns whether it is the user's first status. */
export async function storeStatus(tx: Tx, userId: number, { text, emoji }: StatusChange): Promise<boolean> {
  const { rows } = await sql<{ is_first: boolean }>`
    insert into user_status (user_id, realm_id, status_text, emoji_name, emoji_code, reaction_type)
    values (
      ${userId}, ${tx.realmId}, ${text ?? ''}, ${emoji?.name ?? ''}, ${emoji?.emoji.code ?? ''},
      ${emoji?.emoji.type ?? 'unicode_emoji'}
    )
    on conflict (user_id) do update set
      status_text = coalesce(${text ?? null}, user_status.status_text),
      emoji_name = coalesce(${emoji?.name ?? null}, user_status.emoji_name),
      emoji_code = coalesce(${emoji?.emoji.code ?? null}, user_status.emoji_code),
      reaction_type = coalesce(${emoji?.emoji.type ?? null}, user_status.reaction_type)
    returning xmax = 0 as is_first`.execute(tx.db)
  return rows[0]?.is_first === true
}

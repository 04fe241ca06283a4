import type { SkinTone } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Emoji } from '../../../markdown/emoji/lookup.ts'

/** Users who reacted to a message with an emoji, oldest first, and the name each used. */
export async function votesFor(
  db: Db,
  messageId: number,
  emoji: Emoji,
): Promise<{ userId: number; name: string }[]> {
  return await db
    .selectFrom('reaction')
    .select(['user_id as userId', 'emoji_name as name'])
    .where('message_id', '=', messageId)
    .where('reaction_type', '=', emoji.type)
    .where('emoji_code', '=', emoji.code)
    .orderBy('id')
    .execute()
}

export async function insertReaction(
  tx: Tx,
  messageId: number,
  userId: number,
  emoji: Emoji & { skinTone?: SkinTone | undefined },
  name: string,
): Promise<void> {
  await tx.db
    .insertInto('reaction')
    .values({
      message_id: messageId,
      user_id: userId,
      emoji_name: name,
      emoji_code: emoji.code,
      reaction_type: emoji.type,
      skin_tone: emoji.skinTone ?? null,
    })
    .execute()
}

/** Returns the emoji name; undefined if there was no such reaction. */
export async function deleteReaction(
  tx: Tx,
  messageId: number,
  userId: number,
  emoji: Emoji,
): Promise<string | undefined> {
  const row = await tx.db
    .deleteFrom('reaction')
    .where('message_id', '=', messageId)
    .where('user_id', '=', userId)
    .where('reaction_type', '=', emoji.type)
    .where('emoji_code', '=', emoji.code)
    .returning('emoji_name')
    .executeTakeFirst()
  return row?.emoji_name
}

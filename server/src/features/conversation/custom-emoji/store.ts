import type { Tx } from '../../../events/transaction.ts'

export async function insertEmoji(
  tx: Tx,
  emoji: { name: string; authorId: number; fileName: string; isAnimated: boolean },
): Promise<number> {
  const { id } = await tx.db
    .insertInto('custom_emoji')
    .values({
      realm_id: tx.realmId,
      name: emoji.name,
      author_id: emoji.authorId,
      file_name: emoji.fileName,
      is_animated: emoji.isAnimated,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deactivateEmoji(tx: Tx, id: number): Promise<void> {
  await tx.db.updateTable('custom_emoji').set({ deactivated: true }).where('id', '=', id).execute()
}

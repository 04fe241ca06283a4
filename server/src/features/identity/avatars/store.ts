import type { Tx } from '../../../events/transaction.ts'

export async function updateAvatar(
  tx: Tx,
  userId: number,
  avatar: { source: string; version: number; file: string | null },
): Promise<void> {
  await tx.db
    .updateTable('account')
    .set({ avatar_source: avatar.source, avatar_version: avatar.version, avatar_file: avatar.file })
    .where('id', '=', userId)
    .execute()
}

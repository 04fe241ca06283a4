import type { Db } from '../../../db/database.ts'

export async function storeAvatarName(db: Db, userId: number, file: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ avatar_source: 'U', avatar_version: 2, avatar_file: file })
    .where('id', '=', userId)
    .execute()
}

import type { Db } from '../../../db/database.ts'

/** The source of a message. */
export async function messageSource(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('message').select('content').where('id', '=', id).executeTakeFirst()
  return row?.content
}

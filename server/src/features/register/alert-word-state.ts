import type { InitialState } from '@loquat/contract'
import type { Db } from '../../db/database.ts'
import { wordsOf } from '../alert-words/store.ts'

/** Fetch type `alert_words`. */
export async function alertWordState(
  db: Db,
  userId: number,
  wants: (type: string) => boolean,
): Promise<Partial<InitialState>> {
  return wants('alert_words') ? { alert_words: await wordsOf(db, userId) } : {}
}

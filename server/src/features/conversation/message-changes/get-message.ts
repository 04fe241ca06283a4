import type { FetchedMessage } from '@loquat/contract'
import { apiError } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import { snapshot } from '../../../events/follower.ts'
import type { Realm } from '../../../realms/realm.ts'
import { loadMessages } from '../message-queries/fetch-store.ts'
import { type FetchedRow, type FetchView, presentFetched } from '../messages/present.ts'
import { readableRelation } from './access.ts'

/** Loads a message by ID if the user may read it. */
export async function loadReadable(realm: Realm, user: User, id: number): Promise<FetchedRow> {
  const load = async (db: Db) => {
    await readableRelation(db, realm, user, id)
    const [row] = await loadMessages(db, user.id, [id])
    if (row === undefined) throw apiError('message-not-found')
    return row
  }
  return await realm.read((db) => snapshot(db, load))
}

export async function fetchOne(
  realm: Realm,
  id: number,
  view: FetchView,
): Promise<{ raw_content: string; message: FetchedMessage }> {
  const row = await loadReadable(realm, view.viewer, id)
  return { raw_content: row.content, message: presentFetched(realm.directory, row, view) }
}

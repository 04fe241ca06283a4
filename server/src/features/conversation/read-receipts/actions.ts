import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { readableRelation } from '../message-changes/access.ts'
import { usersWhoRead } from './store.ts'

/** Users who have read a message and share that with the caller. */
export async function readersOf(app: App, realm: Realm, caller: User, messageId: number): Promise<number[]> {
  const { directory } = realm
  const { db } = app.database
  const { senderId } = await readableRelation(db, realm, caller, messageId)
  await realm.decideFresh(() => {
    if (!directory.setting('enable_read_receipts')) {
      throw apiError('read-receipts-disabled')
    }
  })
  const readers = await usersWhoRead(db, messageId)
  return readers.filter((id) => id !== senderId && isShown(directory, caller, id))
}

function isShown(directory: Directory, caller: User, id: number): boolean {
  const reader = directory.users.get(id)
  if (reader === undefined || !reader.isActive || !userSetting(reader, 'send_read_receipts')) return false
  return !mutes(directory, caller.id, id) && !mutes(directory, id, caller.id)
}

const mutes = (directory: Directory, userId: number, mutedUserId: number) =>
  directory.mutedBy.get(mutedUserId)?.has(userId) === true

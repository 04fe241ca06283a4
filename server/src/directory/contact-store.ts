import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type ContactBook, noteContact } from './contacts.ts'
import type { Directory, RealmInfo } from './directory.ts'
import type { Touches } from './touches.ts'

/** With whom guests have written: all guests of the organization, or those of these accounts that are guests. */
export async function loadContacts(db: Db, realmId: number, userIds?: number[]): Promise<ContactBook> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('recipient_member', 'recipient_member.user_id', 'account.id')
    .innerJoin('recipient', 'recipient.id', 'recipient_member.recipient_id')
    .select(['account.id as guestId', 'recipient.user_ids as userIds'])
    .where('account.realm_id', '=', realmId)
    .where('account.role', '=', 600)
    .where('recipient.begun', '=', true)
    .$if(userIds !== undefined, (query) => query.where(sql<boolean>`account.id = any(${userIds}::bigint[])`))
    .execute()
  const book: ContactBook = new Map()
  for (const { guestId, userIds: people } of rows) if (people !== null) noteContact(book, guestId, people)
  return book
}

/** Whether there are people whom guests may not know. */
export function restrictsGuests(directory: Directory, { permissions }: RealmInfo = directory.realm): boolean {
  const group = permissions.can_access_all_users_group
  return group !== undefined && group !== directory.systemGroup('role:everyone').id
}

/** What a change touched of it, read again. In organizations whose guests may know everybody there is nothing to read. */
export async function loadTouchedContacts(
  db: Db,
  directory: Directory,
  touches: Touches,
  realm: RealmInfo = directory.realm,
): Promise<(directory: Directory) => void> {
  if (!restrictsGuests(directory, realm)) {
    return (one) => {
      one.contacts = undefined
    }
  }
  if (directory.contacts === undefined) {
    const book = await loadContacts(db, directory.realm.id)
    return (one) => {
      one.contacts = book
    }
  }
  const userIds = touches.users ?? []
  const book: ContactBook =
    userIds.length > 0 ? await loadContacts(db, directory.realm.id, userIds) : new Map()
  return ({ contacts }) => {
    for (const id of userIds) contacts?.delete(id)
    for (const [id, known] of book) contacts?.set(id, known)
  }
}

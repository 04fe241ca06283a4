import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type ContactBook, recordContact } from './contacts.ts'
import type { Directory, RealmInfo } from './directory.ts'
import type { Touches } from './touches.ts'

/** Contacts of all guests of the organization, or of the guests among the given accounts. */
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
  for (const { guestId, userIds: people } of rows) if (people !== null) recordContact(book, guestId, people)
  return book
}

/** Whether guests have limited visibility. */
export function restrictsGuests(directory: Directory, { permissions }: RealmInfo = directory.realm): boolean {
  const group = permissions.can_access_all_users_group
  return group !== undefined && group !== directory.systemGroup('role:everyone').id
}

/** Reloads contacts that a change touched. Reads nothing in organizations whose guests can see everyone. */
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

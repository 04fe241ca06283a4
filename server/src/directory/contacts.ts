/** With whom a guest has written. Only ever grows. */
export interface Contacts {
  /** Between the two of them. */
  alone: Set<number>
  /** In a conversation of more. */
  together: Set<number>
}

/** By guest. */
export type ContactBook = Map<number, Contacts>

/** Notes that a guest is in a conversation of these people. False if nothing is new about it. */
export function noteContact(book: ContactBook, guestId: number, userIds: readonly number[]): boolean {
  const contacts = book.get(guestId) ?? { alone: new Set(), together: new Set() }
  book.set(guestId, contacts)
  const known = userIds.length === 2 ? contacts.alone : contacts.together
  const before = known.size
  for (const id of userIds) if (id !== guestId) known.add(id)
  return known.size > before
}

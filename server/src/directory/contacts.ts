/** The users that a guest has exchanged direct messages with. Only ever grows. */
export interface Contacts {
  /** In one-to-one conversations. */
  oneToOne: Set<number>
  /** In group conversations. */
  inGroups: Set<number>
}

/** By guest ID. */
export type ContactBook = Map<number, Contacts>

/** Records that a guest is in a conversation with these users. Returns false if nothing is new. */
export function recordContact(book: ContactBook, guestId: number, userIds: readonly number[]): boolean {
  const contacts = book.get(guestId) ?? { oneToOne: new Set(), inGroups: new Set() }
  book.set(guestId, contacts)
  const known = userIds.length === 2 ? contacts.oneToOne : contacts.inGroups
  const before = known.size
  for (const id of userIds) if (id !== guestId) known.add(id)
  return known.size > before
}

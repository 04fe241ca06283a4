import type { ContactBook } from './contacts.ts'
import { noteContact } from './contacts.ts'
import { type Directory, isBot, isGuest, type User } from './directory.ts'
import { isSpectator } from './spectator.ts'

/** What decides whom guests know. The directory is one; others say what would be. */
export interface Company {
  /** Absent: guests may know everybody. */
  contacts: ContactBook | undefined
  channels: ReadonlyMap<number, { subscribers: { has(userId: number): boolean } }>
}

/** Whether somebody may not know everybody. */
export const isLimited = ({ contacts }: Pick<Company, 'contacts'>, user: User) =>
  contacts !== undefined && isGuest(user) && !isSpectator(user)

/**
 * The one place that decides whether somebody may know somebody else. Where guests may not know everybody, they know
 * bots, whom they share a channel or a conversation with, and whom they have written with alone. The last holds for
 * those who left, too.
 */
export function mayAccess(company: Company, viewer: User, target: User): boolean {
  if (!isLimited(company, viewer)) return true
  if (viewer.id === target.id || isBot(target)) return true
  const contacts = company.contacts?.get(viewer.id)
  if (contacts?.alone.has(target.id)) return true
  if (!target.isActive) return false
  return contacts?.together.has(target.id) === true || shareChannel(company, viewer.id, target.id)
}

function shareChannel({ channels }: Company, one: number, other: number): boolean {
  for (const { subscribers } of channels.values()) {
    if (subscribers.has(one) && subscribers.has(other)) return true
  }
  return false
}

/** The same by ID. Whoever is not there is known to everybody. */
export function knows(directory: Directory, viewerId: number, targetId: number): boolean {
  if (directory.contacts === undefined) return true
  const viewer = directory.users.get(viewerId)
  const target = directory.users.get(targetId)
  return viewer === undefined || target === undefined || mayAccess(directory, viewer, target)
}

/** Everyone active who may not know everybody. */
export function limitedGuests(directory: Directory): User[] {
  if (directory.contacts === undefined) return []
  return [...directory.activeUsers()].filter((user) => isLimited(directory, user))
}

/** Notes a direct message for the guests among those who got it. False if nobody met anybody by it. */
export function noteConversation(directory: Directory, userIds: readonly number[]): boolean {
  const { contacts, users } = directory
  if (contacts === undefined) return false
  let isNew = false
  for (const id of userIds) {
    const user = users.get(id)
    if (user !== undefined && isGuest(user) && noteContact(contacts, id, userIds)) isNew = true
  }
  return isNew
}

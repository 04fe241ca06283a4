import type { ContactBook } from './contacts.ts'
import { recordContact } from './contacts.ts'
import { type Directory, isBot, isGuest, type User } from './directory.ts'
import { isSpectator } from './spectator.ts'

/** The data that decides which users guests can see. Implemented by the directory, and by hypothetical states. */
export interface VisibilityData {
  /** Undefined if guests can see everyone. */
  contacts: ContactBook | undefined
  channels: ReadonlyMap<number, { subscribers: { has(userId: number): boolean } }>
}

/** Whether a user cannot see everyone. */
export const isLimited = ({ contacts }: Pick<VisibilityData, 'contacts'>, user: User) =>
  contacts !== undefined && isGuest(user) && !isSpectator(user)

/**
 * The only place that decides whether a user can see another user. Guests with limited visibility can see bots, users
 * they share a channel or group conversation with, and users they have exchanged direct messages with. The last also
 * applies to deactivated users.
 */
export function canSeeUser(data: VisibilityData, viewer: User, target: User): boolean {
  if (!isLimited(data, viewer)) return true
  if (viewer.id === target.id || isBot(target)) return true
  const contacts = data.contacts?.get(viewer.id)
  if (contacts?.oneToOne.has(target.id)) return true
  if (!target.isActive) return false
  return contacts?.inGroups.has(target.id) === true || shareChannel(data, viewer.id, target.id)
}

function shareChannel({ channels }: VisibilityData, one: number, other: number): boolean {
  for (const { subscribers } of channels.values()) {
    if (subscribers.has(one) && subscribers.has(other)) return true
  }
  return false
}

/** The same by ID. Nonexistent users count as visible. */
export function canSeeUserById(directory: Directory, viewerId: number, targetId: number): boolean {
  if (directory.contacts === undefined) return true
  const viewer = directory.users.get(viewerId)
  const target = directory.users.get(targetId)
  return viewer === undefined || target === undefined || canSeeUser(directory, viewer, target)
}

/** Active guests with limited visibility. */
export function limitedGuests(directory: Directory): User[] {
  if (directory.contacts === undefined) return []
  return [...directory.activeUsers()].filter((user) => isLimited(directory, user))
}

/** Records a direct message for the guests among its recipients. Returns false if it makes nobody newly visible. */
export function recordConversation(directory: Directory, userIds: readonly number[]): boolean {
  const { contacts, users } = directory
  if (contacts === undefined) return false
  let isNew = false
  for (const id of userIds) {
    const user = users.get(id)
    if (user !== undefined && isGuest(user) && recordContact(contacts, id, userIds)) isNew = true
  }
  return isNew
}

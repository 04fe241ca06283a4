import { canSeeUserById } from '../directory/access-users.ts'
import { type Channel, type Directory, isGuest, wasReceivedBy } from '../directory/directory.ts'

/**
 * Who an event is for, decided when it is committed:
 * everyone in the organization (less a few), an explicit set of people, those who may know somebody, or those a channel
 * message concerns.
 */
export type Audience = People & {
  /** Only clients that know this, or only those that do not. Where an event's shape tells, `adaptation.ts` sees to it. */
  with?: Marked
  without?: Marked
}

export type Marked = 'archived_channels' | 'include_deactivated_groups' | 'user_list_incomplete'

type People =
  | { everyone: true; except?: number[] }
  | { users: number[] }
  /**
   * Everyone but guests who may not know this person when it is delivered. Who comes to know them, or ceases to, is told
   * by events to a list, which say everything; so whatever a queue that was away gets of this one does no harm.
   */
  | { knowing: number }
  | { channel: number; message: number; also?: number[] }
  /** Whoever is told what happens to a message of a channel later. */
  | { about: number; message: number; also?: number[] }

const sets = new WeakMap<readonly number[], Set<number>>()

/** Long lists are looked into once per waiting poll, so they become sets. */
export function has(list: readonly number[], id: number): boolean {
  if (list.length <= 16) return list.includes(id)
  let set = sets.get(list)
  if (set === undefined) {
    set = new Set(list)
    sets.set(list, set)
  }
  return set.has(id)
}

export function includes(audience: Audience, userId: number, directory: Directory): boolean {
  if ('users' in audience) return has(audience.users, userId)
  if ('everyone' in audience) return audience.except === undefined || !has(audience.except, userId)
  if ('knowing' in audience) return canSeeUserById(directory, userId, audience.knowing)
  if (audience.also?.includes(userId)) return true
  const id = 'about' in audience ? audience.about : audience.channel
  const channel = directory.channels.get(id)
  if (channel === undefined) return false
  return 'about' in audience
    ? isConcerned(directory, channel, userId, audience.message)
    : wasReceivedBy(channel, userId, audience.message)
}

/**
 * Who is told when something happens to a message: subscribers, with a protected history only those who received it;
 * of a public channel also everyone else but guests who received it.
 */
export function isConcerned(
  directory: Directory,
  channel: Channel,
  userId: number,
  messageId: number,
): boolean {
  if (channel.subscribers.has(userId)) {
    return channel.historyPublicToSubscribers || wasReceivedBy(channel, userId, messageId)
  }
  if (channel.inviteOnly || !wasReceivedBy(channel, userId, messageId)) return false
  const user = directory.users.get(userId)
  return user !== undefined && !isGuest(user)
}

/** The shorter way to say "these users": a list, or everyone but the others. */
export function audienceOf(directory: Directory, users: Iterable<number>): Audience {
  const chosen = new Set(users)
  const others: number[] = []
  for (const { id } of directory.activeUsers()) {
    if (chosen.has(id)) continue
    // Stop as soon as the list of users is known to be the shorter form.
    if (others.push(id) >= chosen.size) return { users: [...chosen] }
  }
  return others.length < chosen.size ? { everyone: true, except: others } : { users: [...chosen] }
}

/** Of the people who wait, those whom the event is for. */
export function* pickFrom<T>(
  waiting: ReadonlyMap<number, T>,
  audience: Audience,
  directory: Directory,
): Iterable<T> {
  if ('users' in audience && audience.users.length < waiting.size) {
    for (const id of audience.users) {
      const found = waiting.get(id)
      if (found !== undefined) yield found
    }
    return
  }
  for (const [id, found] of waiting) if (includes(audience, id, directory)) yield found
}

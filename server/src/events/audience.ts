import { canSeeUserById } from '../directory/access-users.ts'
import { type Channel, type Directory, isGuest, wasReceivedBy } from '../directory/directory.ts'

/**
 * The recipients of an event, fixed at commit: everyone in the organization except a few, an explicit list of users,
 * everyone who can see a user, or everyone with access to a channel message.
 */
export type Audience = People & {
  /**
   * Only clients with, or only clients without, this capability. For events whose shape tells, `adaptation.ts`
   * decides.
   */
  with?: MarkedCapability
  without?: MarkedCapability
}

export type MarkedCapability = 'archived_channels' | 'include_deactivated_groups' | 'user_list_incomplete'

type People =
  | { everyone: true; except?: number[] }
  | { users: number[] }
  /**
   * Everyone except guests who cannot see this user at delivery. Visibility changes are sent as explicit-list events
   * carrying full state, so a stale event in a resumed queue is harmless.
   */
  | { knowing: number }
  | { channel: number; message: number; also?: number[] }
  /** Everyone who gets later changes of a channel message. */
  | { about: number; message: number; also?: number[] }

// A WeakMap, because the lists are plain data of logged events.
const sets = new WeakMap<readonly number[], Set<number>>()

/** Long lists become sets, because every parked poll looks into them. */
export function includesId(list: readonly number[], id: number): boolean {
  if (list.length <= 16) return list.includes(id)
  let set = sets.get(list)
  if (set === undefined) {
    set = new Set(list)
    sets.set(list, set)
  }
  return set.has(id)
}

export function includes(audience: Audience, userId: number, directory: Directory): boolean {
  if ('users' in audience) return includesId(audience.users, userId)
  if ('everyone' in audience) return audience.except === undefined || !includesId(audience.except, userId)
  if ('knowing' in audience) return canSeeUserById(directory, userId, audience.knowing)
  if (audience.also?.includes(userId)) return true
  const id = 'about' in audience ? audience.about : audience.channel
  const channel = directory.channels.get(id)
  if (channel === undefined) return false
  return 'about' in audience
    ? receivesMessageChanges(directory, channel, userId, audience.message)
    : wasReceivedBy(channel, userId, audience.message)
}

/**
 * Whether a user gets changes of a message: subscribers (with a protected history, only those who received it) and,
 * in public channels, other users who received it, except guests.
 */
export function receivesMessageChanges(
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

/** The shorter form of a set of users: a list, or everyone except the others. */
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

/** The waiting users that the event is for. Looks at the shorter list: those who wait, or those who may get it. */
export function* pickFrom<T>(
  waiting: ReadonlyMap<number, T>,
  audience: Audience,
  directory: Directory,
): Iterable<T> {
  const candidates = candidatesOf(audience, directory, waiting.size)
  if (candidates === undefined) {
    for (const [id, found] of waiting) if (includes(audience, id, directory)) yield found
    return
  }
  for (const id of candidates) {
    const found = waiting.get(id)
    if (found !== undefined && ('users' in audience || includes(audience, id, directory))) yield found
  }
}

/** Everyone who may be in an audience; undefined if that is no fewer than a number of others. */
function candidatesOf(
  audience: Audience,
  directory: Directory,
  others: number,
): Iterable<number> | undefined {
  if ('users' in audience) return audience.users.length < others ? audience.users : undefined
  if ('everyone' in audience || 'knowing' in audience) return undefined
  const channel = directory.channels.get('about' in audience ? audience.about : audience.channel)
  const { also = [] } = audience
  if (channel === undefined) return also
  const { subscribers, former } = channel
  if (subscribers.size + former.size + also.length >= others) return undefined
  return new Set([...subscribers.keys(), ...former.keys(), ...also])
}

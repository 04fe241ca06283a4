import { type Directory, received } from '../directory/directory.ts'

/**
 * Who an event is for, decided when it is committed:
 * everyone in the organization (less a few), an explicit set of people, or whoever received a channel message.
 */
export type Audience =
  | { everyone: true; except?: number[] }
  | { users: number[] }
  | { channel: number; message: number }

const sets = new WeakMap<readonly number[], Set<number>>()

/** Long lists are looked into once per waiting poll, so they become sets. */
function has(list: readonly number[], id: number): boolean {
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
  const channel = directory.channels.get(audience.channel)
  return channel !== undefined && received(channel, userId, audience.message)
}

/** The shorter way to say "these users": a list, or everyone but the others. */
export function audienceOf(directory: Directory, users: Iterable<number>): Audience {
  const chosen = new Set(users)
  const others = [...directory.activeUsers()].filter((user) => !chosen.has(user.id)).map((user) => user.id)
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

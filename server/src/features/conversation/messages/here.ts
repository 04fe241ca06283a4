import type { Db } from '../../../db/database.ts'
import type { Channel, Directory } from '../../../directory/directory.ts'
import { activeAmongSubscribers } from '../../identity/presence/store.ts'

/**
 * Users who were active within this time count as present. Clients report activity every minute. Shorter than the time after which
 * users who hide their presence are shown as offline, so that they do not count.
 */
const presentMs = 4 * 60_000

/** Active subscribers who used the app in the last minutes, for `@here`. */
export async function presentSubscribers(
  db: Db,
  directory: Directory,
  channel: Channel,
  now: number,
): Promise<Set<number>> {
  const ids = await activeAmongSubscribers(db, directory.realm.id, channel.id, new Date(now - presentMs))
  return new Set(ids.filter((id) => directory.users.get(id)?.isActive && channel.subscribers.has(id)))
}

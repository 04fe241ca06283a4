import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { Epoch } from '../../../db/session.ts'
import { canSeeUser } from '../../../directory/access-users.ts'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import type { PresenceLimits } from '../../../platform/limits.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { presentModern } from './present.ts'
import { lastingTimes, shownOf } from './shown-rules.ts'
import { lastUpdate, loadShownAfter } from './shown-store.ts'
import { type ListedPresence, listPresenceRows } from './store.ts'

interface RecentPresence extends ListedPresence {
  /** `"ID":{…}`, once somebody needed it. */
  text?: string
}

export interface PresenceTexts {
  texts: string[]
  lastUpdateId: number
}

/**
 * The presences written since this process first needed them. Each update is read and serialized once, not once for each of the clients that report
 * every minute and get the updates since their last report.
 */
class RecentPresences {
  /** All updates after this one are known. */
  readonly after: number
  readonly #realmId: number
  readonly #limits: PresenceLimits
  /** The latest of each user. */
  readonly #latest = new Map<number, RecentPresence>()
  /** In the order of updates; some have been followed by later ones of the same user. */
  #updates: RecentPresence[] = []
  #lastUpdateId: number
  #reading: Promise<void> = Promise.resolve()
  #queued: Promise<void> | undefined

  constructor(realmId: number, limits: PresenceLimits, after: number) {
    this.#realmId = realmId
    this.#limits = limits
    this.after = after
    this.#lastUpdateId = after
  }

  /** Whether everything after an update is known. An update that the database does not have was lost in a failover. */
  covers(updateId: number): boolean {
    return updateId >= this.after && updateId <= this.#lastUpdateId
  }

  /** Reads updates until everything committed before this call is known. Calls share a read that has not started yet. */
  refresh(db: Db, directory: Directory): Promise<void> {
    this.#queued ??= this.#reading.then(() => {
      this.#queued = undefined
      return this.#read(db, directory)
    })
    const queued = this.#queued
    this.#reading = queued.catch(() => {})
    return queued
  }

  async #read(db: Db, directory: Directory): Promise<void> {
    const after = this.#lastUpdateId
    const found = directory.hasMoreUsersThan(this.#limits.exactUsers)
      ? await loadShownAfter(db, this.#realmId, after)
      : await listPresenceRows(db, this.#realmId, { after })
    for (const presence of found.sort((a, b) => a.updateId - b.updateId)) {
      this.#latest.set(presence.userId, presence)
      this.#updates.push(presence)
      this.#lastUpdateId = presence.updateId
    }
    if (this.#updates.length > 2 * this.#latest.size) this.#updates = this.#updates.filter(this.#isLatest)
  }

  readonly #isLatest = (presence: RecentPresence) => this.#latest.get(presence.userId) === presence

  /** The oldest presences of active people after an update. Takes time in proportion to the updates, not to the people. */
  since(updateId: number, directory: Directory, canSee: (user: User) => boolean): PresenceTexts {
    const texts: string[] = []
    for (let n = this.#firstAfter(updateId); n < this.#updates.length; n++) {
      const presence = this.#updates[n]!
      const user = directory.users.get(presence.userId)
      if (!this.#isLatest(presence) || user === undefined || !user.isActive || isBot(user) || !canSee(user))
        continue
      presence.text ??= textOf(user, presence)
      texts.push(presence.text)
      if (texts.length === this.#limits.listed) return { texts, lastUpdateId: presence.updateId }
    }
    return { texts, lastUpdateId: this.#lastUpdateId }
  }

  /** The index of the first update after this one. */
  #firstAfter(updateId: number): number {
    let low = 0
    let high = this.#updates.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#updates[middle]!.updateId <= updateId) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Absent users were looked for before the update was read. */
const textOf = (user: User, presence: RecentPresence) =>
  `"${user.id}":${JSON.stringify(presentModern(user, lastingTimes(presence, shownOf(presence), presence.lastConnected)))}`

interface EpochPresences {
  /** The history of the database on which they were read. */
  epoch: Epoch
  recent: RecentPresences
}

const recentSlot = new Slot<Realm, EpochPresences>()

/**
 * Presences of active people written after an update, as JSON. Undefined if a large organization has no such update: it was lost in a failover, and the
 * client needs the whole list, because no later update may name users who went offline.
 */
export async function presencesSince(
  { database, limits }: App,
  realm: Realm,
  viewer: User,
  updateId: number,
): Promise<PresenceTexts | undefined> {
  const { directory } = realm
  const { db } = database
  const epoch = database.epoch()
  const kept = realm.slots.get(recentSlot)
  // After a failover, the database may give numbers of updates that it has lost to others.
  const known = kept?.epoch === epoch ? kept.recent : undefined
  await known?.refresh(db, directory)
  const canSee = (user: User) => canSeeUser(directory, viewer, user)
  if (known?.covers(updateId)) return known.since(updateId, directory, canSee)
  const isLarge = directory.hasMoreUsersThan(limits.presence.exactUsers)
  if (isLarge && updateId > (await lastUpdate(db, realm.id))) return undefined
  const recent = new RecentPresences(realm.id, limits.presence, updateId)
  await recent.refresh(db, directory)
  // Kept if it reaches farther back.
  if (known === undefined || updateId < known.after) realm.slots.set(recentSlot, { epoch, recent })
  return recent.since(updateId, directory, canSee)
}

import type { Database, Db } from '../../../db/database.ts'
import type { Epoch } from '../../../db/session.ts'
import { type Directory, isBot } from '../../../directory/directory.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { presentModern } from './present.ts'
import { loadPresences, type StoredPresence } from './store.ts'

interface RecentPresence extends StoredPresence {
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
  /** The latest of each user. */
  readonly #latest = new Map<number, RecentPresence>()
  /** In the order of updates; some have been followed by later ones of the same user. */
  #updates: RecentPresence[] = []
  #lastUpdateId: number
  #reading: Promise<void> = Promise.resolve()
  #queued: Promise<void> | undefined

  constructor(realmId: number, after: number) {
    this.#realmId = realmId
    this.after = after
    this.#lastUpdateId = after
  }

  /** Whether everything after an update is known. An update that the database does not have was lost in a failover. */
  covers(updateId: number): boolean {
    return updateId >= this.after && updateId <= this.#lastUpdateId
  }

  /** Reads updates until everything committed before this call is known. Calls share a read that has not started yet. */
  refresh(db: Db): Promise<void> {
    this.#queued ??= this.#reading.then(() => {
      this.#queued = undefined
      return this.#read(db)
    })
    const queued = this.#queued
    this.#reading = queued.catch(() => {})
    return queued
  }

  async #read(db: Db): Promise<void> {
    const found = await loadPresences(db, this.#realmId, { after: this.#lastUpdateId })
    for (const presence of found.sort((a, b) => a.updateId - b.updateId)) {
      this.#latest.set(presence.userId, presence)
      this.#updates.push(presence)
      this.#lastUpdateId = presence.updateId
    }
    if (this.#updates.length > 2 * this.#latest.size) this.#updates = this.#updates.filter(this.#isLatest)
  }

  readonly #isLatest = (presence: RecentPresence) => this.#latest.get(presence.userId) === presence

  /** Presences of active people. Takes time in proportion to the updates, not to the people. */
  since(updateId: number, directory: Directory): PresenceTexts {
    const texts: string[] = []
    for (let n = this.#updates.length - 1; n >= 0; n--) {
      const presence = this.#updates[n]!
      if (presence.updateId <= updateId) break
      const user = directory.users.get(presence.userId)
      if (!this.#isLatest(presence) || user === undefined || !user.isActive || isBot(user)) continue
      presence.text ??= `"${user.id}":${JSON.stringify(presentModern(user, presence))}`
      texts.push(presence.text)
    }
    return { texts, lastUpdateId: this.#lastUpdateId }
  }
}

interface EpochPresences {
  /** The history of the database on which they were read. */
  epoch: Epoch
  recent: RecentPresences
}

const recentSlot = new Slot<Realm, EpochPresences>()

/** Presences of active people written after an update, as JSON. For viewers who can see everyone. */
export async function presencesSince(
  { db, epoch: currentEpoch }: Database,
  realm: Realm,
  updateId: number,
): Promise<PresenceTexts> {
  const epoch = currentEpoch()
  const kept = realm.slots.get(recentSlot)
  // After a failover, the database may give numbers of updates that it has lost to others.
  const known = kept?.epoch === epoch ? kept.recent : undefined
  await known?.refresh(db)
  if (known?.covers(updateId)) return known.since(updateId, realm.directory)
  const recent = new RecentPresences(realm.id, updateId)
  await recent.refresh(db)
  // Kept if it reaches farther back.
  if (known === undefined || updateId < known.after) realm.slots.set(recentSlot, { epoch, recent })
  return recent.since(updateId, realm.directory)
}

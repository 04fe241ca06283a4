import type { Db } from '../../../db/database.ts'
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
  /** By user ID, in the order of updates. */
  readonly #presences = new Map<number, RecentPresence>()
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
      this.#presences.delete(presence.userId)
      this.#presences.set(presence.userId, presence)
      this.#lastUpdateId = presence.updateId
    }
  }

  /** Presences of active people. */
  since(updateId: number, directory: Directory): PresenceTexts {
    const texts: string[] = []
    for (const presence of this.#presences.values()) {
      if (presence.updateId <= updateId) continue
      const user = directory.users.get(presence.userId)
      if (user === undefined || !user.isActive || isBot(user)) continue
      presence.text ??= `"${user.id}":${JSON.stringify(presentModern(user, presence))}`
      texts.push(presence.text)
    }
    return { texts, lastUpdateId: this.#lastUpdateId }
  }
}

const recentSlot = new Slot<Realm, RecentPresences>()

/** Presences of active people written after an update, as JSON. For viewers who can see everyone. */
export async function presencesSince(db: Db, realm: Realm, updateId: number): Promise<PresenceTexts> {
  const known = realm.slots.get(recentSlot)
  await known?.refresh(db)
  if (known?.covers(updateId)) return known.since(updateId, realm.directory)
  const recent = new RecentPresences(realm.id, updateId)
  await recent.refresh(db)
  // Kept if it reaches farther back.
  if (known === undefined || updateId < known.after) realm.slots.set(recentSlot, recent)
  return recent.since(updateId, realm.directory)
}

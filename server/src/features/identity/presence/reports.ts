import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { Overloaded } from '../../../platform/overloaded.ts'
import { Slot } from '../../../platform/slots.ts'
import { type WorkContext, workContext } from '../../../platform/work-context.ts'
import type { Realm } from '../../../realms/realm.ts'
import { afterReport } from './rules.ts'
import { shownAfterReport, shownOf } from './shown-rules.ts'
import { loadShown, type PresenceChange, type PresenceTick, storeChanges, storeTicks } from './shown-store.ts'

const maxAttempts = 3

export const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01'

interface Report {
  isActive: boolean
  now: number
  context: WorkContext | undefined
  waiting: { resolve(): void; reject(error: unknown): void }[]
}

/** Stores the reports of a large organization in batches, at most one at a time in a process. A single report does not wait. */
class Reports {
  readonly #app: App
  readonly #realm: Realm
  /** One per user: of several, an active one counts. */
  #waiting = new Map<number, Report>()
  #isStoring = false
  #storedAt = Number.NEGATIVE_INFINITY

  constructor(app: App, realm: Realm) {
    this.#app = app
    this.#realm = realm
  }

  add(userId: number, isActive: boolean): Promise<void> {
    const now = this.#app.clock.now()
    const known = this.#waiting.get(userId)
    if (known === undefined && this.#waiting.size >= this.#app.limits.presence.waitingReports) {
      return Promise.reject(new Overloaded('reports of presence'))
    }
    return new Promise((resolve, reject) => {
      const waiting = [...(known?.waiting ?? []), { resolve, reject }]
      const context = known?.context ?? workContext.getStore()
      this.#waiting.set(userId, { isActive: isActive || known?.isActive === true, now, context, waiting })
      if (!this.#isStoring) this.#start()
    })
  }

  #start(): void {
    this.#isStoring = true
    const wait = this.#storedAt + this.#app.limits.presence.batchMs - performance.now()
    if (wait > 0) setTimeout(() => void this.#store(), wait)
    else setImmediate(() => void this.#store())
  }

  async #store(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = new Map()
    this.#storedAt = performance.now()
    const [first] = batch.values()
    try {
      await workContext.run(first?.context ?? {}, () =>
        storeReports(this.#app.database.db, this.#realm.id, batch),
      )
      for (const { waiting } of batch.values()) for (const { resolve } of waiting) resolve()
    } catch (error) {
      for (const { waiting } of batch.values()) for (const { reject } of waiting) reject(error)
    }
    this.#isStoring = false
    if (this.#waiting.size > 0) this.#start()
  }
}

/** Users with reports that another process has stored meanwhile are decided again. */
async function storeReports(db: Db, realmId: number, reports: ReadonlyMap<number, Report>): Promise<void> {
  // In one order in all processes, so that their statements do not wait for each other in a circle.
  let userIds = [...reports.keys()].sort((a, b) => a - b)
  for (let attempt = 0; attempt < maxAttempts && userIds.length > 0; attempt++) {
    const known = new Map((await loadShown(db, userIds)).map((one) => [one.userId, one]))
    const ticks: PresenceTick[] = []
    const changes: PresenceChange[] = []
    for (const userId of userIds) {
      const { isActive, now } = reports.get(userId)!
      const before = known.get(userId)
      const presence = afterReport(before, isActive, now)?.presence
      if (presence === undefined) continue
      const shown = shownAfterReport(before && shownOf(before), isActive, now)
      if (shown !== undefined) changes.push({ userId, ...presence, shown })
      else ticks.push({ userId, ...presence, updateId: before?.updateId ?? 0 })
    }
    try {
      if (changes.length > 0) await storeChanges(db, realmId, changes)
      const stored = ticks.length > 0 ? await storeTicks(db, ticks) : new Set<number>()
      userIds = ticks.map(({ userId }) => userId).filter((id) => !stored.has(id))
    } catch (error) {
      // A sweep locks rows in another order. Those that were stored need nothing the next time.
      if (!isDeadlock(error) || attempt === maxAttempts - 1) throw error
    }
  }
}

const reportsSlot = new Slot<Realm, Reports>()

/** Records a report of a user of a large organization. Resolves when it is stored. */
export async function storeReport(app: App, realm: Realm, userId: number, isActive: boolean): Promise<void> {
  const reports = realm.slots.get(reportsSlot) ?? realm.slots.set(reportsSlot, new Reports(app, realm))
  await reports.add(userId, isActive)
}

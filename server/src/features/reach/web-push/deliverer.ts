import type { App } from '../../../app.ts'
import { type Delivered, deliver, timeoutMs } from './deliver.ts'
import { type Due, endDue, putOff, takeDue } from './due-store.ts'
import { forgetSubscription } from './subscription-store.ts'

/** How much one process does at once. */
const room = 32
/** After this long others take it for given up. Longer than it can take. */
const heldFor = timeoutMs * 3
/** Whoever is reminded may think that it is a little too early, and must not wait for the next time. */
const clocksDiffer = 1_000
/** A push service that does not answer is asked again after these times, and then no more. */
export const pauses = [5_000, 30_000, 120_000, 600_000, 3_600_000]
/** Push services may ask for patience, but not for ever. */
const longestPause = 3_600_000

type Remind = (at: Date) => Promise<void>

/** Tells browsers, for one process. However many there are, they occupy one of the places for jobs. */
export class Deliverer {
  readonly #app: App
  readonly #remind: Remind
  readonly #underWay = new Set<Promise<void>>()
  #isRunning = false
  #isNews = false
  #wake = () => {}

  constructor(app: App, remind: Remind) {
    this.#app = app
    this.#remind = remind
  }

  /** Delivers everything that is due, and what becomes due meanwhile. If that is being done, it only has a look. */
  async deliverDue(stopping: AbortSignal | undefined): Promise<void> {
    this.#isNews = true
    this.#wake()
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      while (this.#underWay.size > 0 || (this.#isNews && !stopping?.aborted)) {
        const { promise: something, resolve } = Promise.withResolvers<void>()
        this.#wake = resolve
        if (this.#isNews && !stopping?.aborted) await this.#takeUp(stopping)
        if (this.#underWay.size > 0) await something
      }
    } catch (error) {
      await Promise.all(this.#underWay)
      this.#isRunning = false
      throw error
    }
    // Without a pause after the last look: who comes now looks for themselves.
    this.#isRunning = false
  }

  async #takeUp(stopping: AbortSignal | undefined): Promise<void> {
    this.#isNews = false
    const space = room - this.#underWay.size
    if (space === 0) return
    const now = this.#app.clock.now()
    const { db } = this.#app.database
    const taken = await takeDue(db, new Date(now + clocksDiffer), new Date(now + heldFor), space)
    for (const due of taken) {
      const attempt = this.#attempt(due, stopping).finally(() => {
        this.#underWay.delete(attempt)
        // There may be more than there was room for.
        this.#isNews = true
        this.#wake()
      })
      this.#underWay.add(attempt)
    }
  }

  /** Never throws: whatever goes wrong, the row is still there, and due again when it is not held any more. */
  async #attempt(due: Due, stopping: AbortSignal | undefined): Promise<void> {
    try {
      const result = await deliver(this.#app, due, stopping).catch((error: unknown): Delivered => {
        if (stopping?.aborted) return 'interrupted'
        this.#log(error, due, 'could not tell a browser of messages')
        return { again: 0 }
      })
      await this.#applyResult(due, result)
    } catch (error) {
      this.#log(error, due, 'could not put off telling a browser of messages')
    }
  }

  async #applyResult(due: Due, result: Delivered): Promise<void> {
    const { db } = this.#app.database
    if (result === 'gone') return await forgetSubscription(db, due.subscriptionId)
    if (result === 'told') {
      await endDue(db, due)
      return
    }
    const isOver = result !== 'interrupted' && due.attempts >= pauses.length
    if (isOver) {
      await endDue(db, due)
      return
    }
    const pause =
      result === 'interrupted' ? 0 : Math.max(pauses[due.attempts] ?? 0, Math.min(result.again, longestPause))
    const at = new Date(this.#app.clock.now() + pause)
    await putOff(db, due, result === 'interrupted' ? due.attempts : due.attempts + 1, at)
    await this.#remind(at)
  }

  #log(error: unknown, { realmId, userId }: Due, text: string): void {
    this.#app.logger.error({ err: error, realm_id: realmId, user_id: userId }, text)
  }
}

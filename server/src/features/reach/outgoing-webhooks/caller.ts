import type { App } from '../../../app.ts'
import { type Called, call } from './call.ts'
import { type Call, endCall, immediately, putOff, takeDue } from './store.ts'

/**
 * How much one process does at once. A bot whose server is slow keeps none but its own messages waiting, unless very many
 * bots are like that.
 */
const room = { perBot: 8, atOnce: 100 }

/** After this long others take a call for given up. Longer than a call can take. */
const heldFor = 30_000

/** Whoever is reminded may think that it is a little too early, and must not wait for the next time. */
const clocksDiffer = 1_000

/** Who does not answer is asked again after these times, and then no more. */
export const pauses = [2_000, 10_000, 45_000]

type Remind = (callId: number, at?: Date) => Promise<void>

/**
 * Makes the calls of one process. However many there are, they occupy one of the places for jobs: other work must not wait
 * for other people's servers.
 */
export class Caller {
  readonly #app: App
  readonly #remind: Remind
  readonly #underWay = new Map<number, { botId: number; ended: Promise<void> }>()
  #look: (() => void) | undefined

  constructor(app: App, remind: Remind) {
    this.#app = app
    this.#remind = remind
  }

  /** Makes every call that is due, and those that become due meanwhile. If that is being done, it only has a look. */
  async callDue(stopping: AbortSignal | undefined): Promise<void> {
    if (this.#look !== undefined) {
      this.#look()
      return
    }
    try {
      for (;;) {
        const { promise: news, resolve } = Promise.withResolvers<void>()
        let isNews = false
        this.#look = () => {
          isNews = true
          resolve()
        }
        if (!stopping?.aborted) await this.#takeUp(stopping)
        if (this.#underWay.size > 0) await news
        else if (!isNews || stopping?.aborted) break
      }
    } catch (error) {
      await Promise.all([...this.#underWay.values()].map(({ ended }) => ended))
      this.#look = undefined
      throw error
    }
    // Without a pause after the last look: who comes now looks for themselves.
    this.#look = undefined
  }

  async #takeUp(stopping: AbortSignal | undefined): Promise<void> {
    const now = this.#app.clock.now()
    const underWay = new Map<number, number>()
    for (const { botId } of this.#underWay.values()) underWay.set(botId, (underWay.get(botId) ?? 0) + 1)
    const { db } = this.#app.database
    const calls = await takeDue(db, new Date(now + clocksDiffer), new Date(now + heldFor), {
      ...room,
      underWay,
    })
    for (const one of calls) {
      const ended = this.#attempt(one, stopping).finally(() => {
        this.#underWay.delete(one.id)
        this.#look?.()
      })
      this.#underWay.set(one.id, { botId: one.bot_id, ended })
    }
  }

  /** Never throws: whatever goes wrong, the call is still in the table, and due again when it is not held any more. */
  async #attempt(one: Call, stopping: AbortSignal | undefined): Promise<void> {
    try {
      const isLast = one.attempts >= pauses.length
      const result = await call(this.#app, one, isLast, stopping).catch((error: unknown): Called => {
        if (stopping?.aborted) return 'interrupted'
        this.#log(error, one, 'could not call an outgoing webhook')
        return 'failed'
      })
      if (result === 'ended') return
      if (result === 'interrupted') return await this.#again(one, one.attempts, immediately)
      // What breaks here again and again is our own mistake, and would go on for ever.
      const pause = pauses[one.attempts]
      if (pause === undefined) await endCall(this.#app.database.db, one.id)
      else await this.#again(one, one.attempts + 1, new Date(this.#app.clock.now() + pause))
    } catch (error) {
      this.#log(error, one, 'could not put off a call of an outgoing webhook')
    }
  }

  async #again(one: Call, attempts: number, at: Date): Promise<void> {
    await putOff(this.#app.database.db, one.id, attempts, at)
    await this.#remind(one.id, at)
  }

  #log(error: unknown, { realm_id, bot_id }: Call, text: string): void {
    this.#app.logger.error({ err: error, realm_id, bot_id }, text)
  }
}

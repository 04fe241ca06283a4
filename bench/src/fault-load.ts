import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, ApiError, createApi } from '@loquat/client'
import type { ServerProcess } from '@loquat/devkit/server-process'
import type { Login } from './raw-client.ts'

const sendsPerSecond = 20
const checksPerSecond = 4
const mostRecoverySeconds = 120

interface Observed {
  stored: number
  refused: Map<string, number>
  slowestMs: number
  /** Answers of health checks by status, and the slowest of them. */
  live: Map<number, number>
  ready: Map<number, number>
  slowestCheckMs: number
}

const nothingYet = (): Observed => ({
  stored: 0,
  refused: new Map(),
  slowestMs: 0,
  live: new Map(),
  ready: new Map(),
  slowestCheckMs: 0,
})

const count = <K>(map: Map<K, number>, key: K) => map.set(key, (map.get(key) ?? 0) + 1)

/** Sends, polls and checks the health of a server all the time, and records its responses. */
export class FaultLoad {
  /** By content: after a failover with loss, ids are used again. */
  readonly acknowledged = new Set<string>()
  readonly #seen = new Set<string>()
  readonly #api: Api
  readonly #url: string
  readonly #login: Login
  #observed = nothingYet()
  #registrations = 0
  #isOver = false
  readonly #running: Promise<void>[]

  constructor({ url }: ServerProcess, credentials: Login) {
    this.#url = url
    this.#login = credentials
    this.#api = createApi({ url, credentials })
    this.#running = [this.#keepSending(), this.#keepListening(), this.#keepChecking()]
  }

  /** Runs a fault, and describes its effect on clients. */
  async during(fault: () => Promise<void>): Promise<string> {
    this.#observed = nothingYet()
    await fault()
    const { stored, refused, slowestMs, live, ready, slowestCheckMs } = this.#observed
    const refusals = [...refused].map(([what, times]) => `${times} × ${what}`)
    const checks = (map: Map<number, number>) => [...map.keys()].join('/')
    return [
      `sends: ${stored} stored${refusals.length > 0 ? `, ${refusals.join(', ')}` : ''}, slowest answer ${Math.round(slowestMs)} ms`,
      `live ${checks(live)}, ready ${checks(ready)}, slowest check ${Math.round(slowestCheckMs)} ms`,
    ].join('; ')
  }

  /** Seconds until ten sends in a row are stored. */
  async recovery(): Promise<string> {
    const started = performance.now()
    while (performance.now() - started < mostRecoverySeconds * 1_000) {
      this.#observed = nothingYet()
      const begun = performance.now()
      while (this.#observed.stored < 10 && this.#observed.refused.size === 0) await sleep(10)
      if (this.#observed.refused.size === 0) return `${((begun - started) / 1_000).toFixed(1)} s`
      await sleep(50)
    }
    return `not within ${mostRecoverySeconds} s`
  }

  /** Waits until acknowledged messages have been delivered, and returns the number of lost ones. */
  async undelivered(): Promise<number> {
    const missing = () => [...this.acknowledged].filter((content) => !this.#seen.has(content)).length
    for (let round = 0; round < 100 && missing() > 0; round++) await sleep(100)
    return missing()
  }

  /** How often the client had to open another queue. */
  get newQueues(): number {
    return this.#registrations - 1
  }

  /** The answer to an upload, as its status and code. */
  async upload(): Promise<string> {
    const body = new FormData()
    body.set('file', new Blob(['x'.repeat(200_000)]), 'fault.txt')
    const { email, apiKey } = this.#login
    const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
    const response = await fetch(`${this.#url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization },
      body,
    })
    const { code = 'success' } = (await response.json()) as { code?: string }
    return `${response.status} ${code}`
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  async #keepSending(): Promise<void> {
    const calls: Promise<void>[] = []
    // A message sent before the first queue exists is delivered to nobody, and would count as lost.
    while (this.#registrations === 0) await sleep(10)
    for (let n = 0; !this.#isOver; n++) {
      calls.push(this.#send(n))
      await sleep(1_000 / sendsPerSecond)
    }
    await Promise.all(calls)
  }

  async #send(n: number): Promise<void> {
    const observed = this.#observed
    const started = performance.now()
    try {
      const content = `message ${n}`
      await this.#api.sendMessage({ type: 'channel', to: 'general', topic: 'faults', content })
      this.acknowledged.add(content)
      this.#observed.stored++
    } catch (error) {
      count(this.#observed.refused, error instanceof ApiError ? `${error.status} ${error.code}` : 'no answer')
    }
    observed.slowestMs = Math.max(observed.slowestMs, performance.now() - started)
  }

  async #keepListening(): Promise<void> {
    let queueId = ''
    let position = -1
    while (!this.#isOver) {
      try {
        if (queueId === '') {
          const opened = await this.#api.register({
            event_types: ['message'],
            fetch_event_types: [],
            apply_markdown: false,
          })
          queueId = opened.queue_id ?? ''
          position = opened.last_event_id ?? -1
          this.#registrations++
        }
        const reply = await this.#api.getEvents({ queue_id: queueId, last_event_id: position })
        for (const event of reply.events as unknown as { id: number; message?: { content: string } }[]) {
          position = event.id
          if (event.message) this.#seen.add(event.message.content)
        }
      } catch (error) {
        if (error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID') queueId = ''
        await sleep(100)
      }
    }
  }

  async #keepChecking(): Promise<void> {
    while (!this.#isOver) {
      await Promise.all([this.#check('live'), this.#check('ready')])
      await sleep(1_000 / checksPerSecond)
    }
  }

  async #check(which: 'live' | 'ready'): Promise<void> {
    const observed = this.#observed
    const started = performance.now()
    const status = await fetch(`${this.#url}/health/${which}`).then(
      (response) => response.status,
      () => 0,
    )
    count(observed[which], status)
    observed.slowestCheckMs = Math.max(observed.slowestCheckMs, performance.now() - started)
  }
}

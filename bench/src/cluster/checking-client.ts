import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, ApiError, createApi } from '@loquat/client'
import type { Login } from '../raw-client.ts'

const requestTimeoutMs = 20_000
/** Longer than the server lets a poll wait. */
const pollTimeoutMs = 100_000
const retryMs = 200

interface Outage {
  from: number
  to: number
}

/**
 * Sends numbered messages and listens, as an app does: it goes on after failures, and registers again when it is told
 * to. Remembers what was acknowledged and seen, and when it could not send.
 */
export class CheckingClient {
  readonly acknowledged = new Map<number, string>()
  readonly seen: number[] = []
  /** When messages were seen, by ID. */
  readonly seenAt = new Map<number, number>()
  /** When sends were acknowledged. */
  readonly sentAt: number[] = []
  readonly outages: Outage[] = []
  /** Failed sends. */
  failures = 0
  /** Times it was told to register again. */
  newQueues = 0
  readonly api: Api
  readonly #name: string
  #count = 0
  #queueId = ''
  #position = -1
  #failingSince: number | undefined
  #problem = ''

  constructor(url: string, login: Login) {
    this.#name = login.email
    this.api = createApi({ url, credentials: login })
  }

  /** For messages about failures. */
  get state(): string {
    return `${this.#name} (queue ${this.#queueId} at ${this.#position}, last seen ${this.seen.at(-1)}, ${this.#problem})`
  }

  async register(): Promise<void> {
    const { queue_id, last_event_id } = await this.api.register(
      { event_types: ['message'], fetch_event_types: [], apply_markdown: false },
      { signal: AbortSignal.timeout(requestTimeoutMs) },
    )
    this.#queueId = queue_id ?? ''
    this.#position = last_event_id ?? -1
  }

  /** Sends every so often. Each message has another text, so a text that exists twice was stored twice. */
  async keepSending(intervalMs: number, isBusy: () => boolean): Promise<void> {
    await sleep(Math.random() * intervalMs)
    while (isBusy()) {
      const isSent = await this.send()
      await sleep(isSent ? intervalMs * (0.5 + Math.random()) : retryMs)
    }
  }

  async send(): Promise<boolean> {
    const startedAt = performance.now()
    const content = `${this.#name}, message ${this.#count++}`
    try {
      const message = { type: 'channel', to: 'general', topic: 'chaos', content } as const
      const { id } = await this.api.sendMessage(message, { signal: AbortSignal.timeout(requestTimeoutMs) })
      const now = performance.now()
      this.acknowledged.set(id, content)
      this.sentAt.push(now)
      if (this.#failingSince !== undefined) this.outages.push({ from: this.#failingSince, to: now })
      this.#failingSince = undefined
      return true
    } catch (error) {
      if (error instanceof ApiError && !error.isTemporary) throw error
      this.failures++
      this.#failingSince ??= startedAt
      return false
    }
  }

  async keepListening(isBusy: () => boolean): Promise<void> {
    while (isBusy()) {
      try {
        await this.#poll()
      } catch (error) {
        this.#problem = String(error)
        if (error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID') await this.#registerAgain()
        else if (error instanceof ApiError && !error.isTemporary) throw error
        else await sleep(retryMs)
      }
    }
  }

  async #registerAgain(): Promise<void> {
    try {
      await this.register()
      this.newQueues++
    } catch {
      await sleep(retryMs)
    }
  }

  async #poll(): Promise<void> {
    const { events } = await this.api.getEvents(
      { queue_id: this.#queueId, last_event_id: this.#position },
      { signal: AbortSignal.timeout(pollTimeoutMs) },
    )
    for (const { id, type, message } of events) {
      this.#position = id
      if (type !== 'message') continue
      const messageId = (message as { id: number }).id
      this.seen.push(messageId)
      this.seenAt.set(messageId, performance.now())
    }
  }
}

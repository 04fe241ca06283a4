import type { App } from '../../../app.ts'
import { caseless } from '../../../directory/directory.ts'
import type { LoggedEvent } from '../../../events/logged-event.ts'
import type { Tx } from '../../../events/transaction.ts'
import { Overloaded } from '../../../platform/overloaded.ts'
import { type WorkContext, workContext } from '../../../platform/work-context.ts'
import type { Realm } from '../../../realms/realm.ts'
import { withFinalAttachments } from '../uploads/claims.ts'
import { type Draft, fromWritten, policyFor, toEvent, toRow } from './draft.ts'
import { hasEffects } from './send-effects.ts'
import { insertWithEffects, insertWithEffectsWithin } from './send-effects-store.ts'
import { insertMessages, insertWithin } from './send-store.ts'

const batchSize = 64
/** Fewer messages in a batch are no load that is worth a delay. */
const largeBatch = 4
/** Longest time to gather a batch while other processes store theirs. */
const maxGatherMs = 8

/** A message that is durable. */
export interface SentMessage {
  id: number
  /** The sender's new policy for the topic: 2 unmuted, 3 followed. */
  policy: 2 | 3 | undefined
}

interface PendingSend {
  draft: Draft
  /** By the clock of the process. */
  since: number
  /** The request that sends it. */
  context: WorkContext | undefined
  /** Whether the client has disconnected. */
  isGone(): boolean
  resolve(stored: SentMessage | undefined): void
  reject(error: unknown): void
}

/** Result of a batch: the message of each draft (undefined if its files changed), and the events. */
interface StoredBatch {
  messages: (SentMessage | undefined)[]
  events: LoggedEvent[]
}

const neverGone = () => false

/**
 * Batches concurrent sends into one transaction. Commits of one organization serialize on its log, so one
 * commit should carry all sends that have accumulated. A single send is not delayed.
 */
export class Outbox {
  readonly #app: App
  readonly #realm: Realm
  #waiting: PendingSend[] = []
  #storing = false
  /** Ends the gathering of a batch. */
  #onFull: (() => void) | undefined

  constructor(app: App, realm: Realm) {
    this.#app = app
    this.#realm = realm
  }

  /**
   * Resolves when the message is durable, or with undefined if its files changed and it must be rendered
   * again.
   */
  send(draft: Draft, isGone: () => boolean = neverGone): Promise<SentMessage | undefined> {
    const { waitingSends } = this.#app.limits
    if (this.#waiting.length >= waitingSends) return Promise.reject(new Overloaded('messages to be stored'))
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        draft,
        since: performance.now(),
        context: workContext.getStore(),
        isGone,
        resolve,
        reject,
      })
      this.#app.metrics.sendsWaiting(1)
      if (this.#waiting.length >= batchSize) this.#onFull?.()
      // Deferred, so that sends from the same turn of the event loop share a batch.
      if (this.#waiting.length === 1 && !this.#storing) setImmediate(() => void this.#start())
    })
  }

  /** Stores one batch at a time: a second would only wait for the same lock, and be smaller. */
  async #start(): Promise<void> {
    if (this.#storing) return
    this.#storing = true
    try {
      while (this.#waiting.length > 0) {
        const startedAt = performance.now()
        const batch = this.#takeBatch()
        await workContext.run(batch[0]?.context ?? {}, () => this.#store(batch))
        if (batch.length >= largeBatch && this.#realm.follower.isBehindOthers)
          await this.#gather(performance.now() - startedAt)
      }
    } finally {
      this.#storing = false
    }
  }

  /**
   * Lets sends accumulate for as long as the last batch took. While several processes store batches in turns, a batch that started at once
   * would only wait for the log of the others, without the sends that arrive meanwhile.
   */
  async #gather(lastMs: number): Promise<void> {
    if (this.#waiting.length >= batchSize) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(lastMs, maxGatherMs))
      this.#onFull = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#onFull = undefined
  }

  /** Takes the next batch. Drops sends of disconnected clients, to shed load. */
  #takeBatch(): PendingSend[] {
    const batch: PendingSend[] = []
    const topics = new Set<string>()
    let taken = 0
    for (const one of this.#waiting) {
      if (batch.length === batchSize) break
      const topic = topicKey(one.draft)
      // Whether a topic is new is decided before the batch is stored, so its second message must wait for the
      // next batch.
      if (topics.has(topic) && one.draft.topicPolicyUpdates.some(({ onlyIfNewTopic }) => onlyIfNewTopic))
        break
      taken++
      if (one.isGone()) one.reject(new Overloaded('the client did not wait'))
      else {
        batch.push(one)
        topics.add(topic)
      }
    }
    this.#waiting = this.#waiting.slice(taken)
    const { metrics } = this.#app
    const now = performance.now()
    metrics.sendsWaiting(-taken)
    metrics.batchTaken()
    for (const { since } of batch) metrics.sendWaited(now - since)
    return batch
  }

  async #store(batch: PendingSend[]): Promise<void> {
    if (batch.length === 0) return
    let stored: StoredBatch
    try {
      stored = await this.#insert(batch.map(({ draft }) => draft))
    } catch (error) {
      if (batch.length > 1 && isDataError(error)) {
        // Isolates the failing send from the others.
        for (const one of batch) await this.#store([one])
      } else {
        for (const { reject } of batch) reject(error)
      }
      return
    }
    // The batch is durable even if a later step fails.
    for (const [n, { resolve }] of batch.entries()) resolve(stored.messages[n])
    this.#app.metrics.messagesSent(stored.messages.filter((message) => message !== undefined).length)
    await this.#realm.afterCommit(stored.events)
  }

  async #insert(drafts: readonly Draft[]): Promise<StoredBatch> {
    const { database } = this.#app
    const rows = drafts.map(toRow)
    if (drafts.some(hasEffects))
      return parseBatch(drafts, await insertWithEffects(database, this.#realm, rows))
    const inserted = await insertMessages(database, this.#realm.id, rows)
    return {
      messages: inserted.map(({ id }) => ({ id, policy: undefined })),
      events: inserted.map((place, n) => toEvent(drafts[n]!, place)),
    }
  }
}

const topicKey = ({ channelId, topic }: Draft) => `${channelId} ${caseless(topic)}`

/**
 * Whether the database rejected the data. After any other failure, such as a lost connection, the batch may
 * have been committed, and a retry would send it twice.
 */
function isDataError(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '')
}

function parseBatch(drafts: readonly Draft[], written: Parameters<typeof fromWritten>[1]): StoredBatch {
  const messages: StoredBatch['messages'] = drafts.map(() => undefined)
  const events = fromWritten(drafts, written)
  for (const { n, id } of written) {
    if (id === null) continue
    const own = events.filter((_, at) => written[at]?.n === n)
    messages[n - 1] = { id, policy: policyFor(drafts[n - 1]!, own) }
  }
  return { messages, events }
}

/**
 * Stores messages in a transaction, after its events so far. Holds the log lock until the transaction ends.
 * Returns the IDs.
 */
export async function storeWithin(tx: Tx, composed: readonly Draft[]): Promise<number[]> {
  const drafts: Draft[] = []
  for (const draft of composed) drafts.push(await withFiles(tx, draft))
  await tx.flush()
  const rows = drafts.map(toRow)
  if (!drafts.some(hasEffects)) {
    const inserted = await insertWithin(tx, rows)
    tx.wrote(inserted.map((place, n) => toEvent(drafts[n]!, place)))
    return inserted.map(({ id }) => id)
  }
  const written = await insertWithEffectsWithin(tx, rows)
  tx.wrote(fromWritten(drafts, written))
  return written.flatMap(({ id }) => id ?? [])
}

async function withFiles(tx: Tx, draft: Draft): Promise<Draft> {
  if (draft.attachments.length === 0) return draft
  const { renderedContent, hasImage: had, attachments: expected } = draft
  const { html, hasImage, attachments } = await withFinalAttachments(tx, {
    html: renderedContent,
    hasImage: had,
    attachments: expected,
  })
  const message = { ...draft.message, rendered_content: html }
  return { ...draft, renderedContent: html, hasImage, attachments, message }
}

import type { App } from '../../app.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Audience } from '../../events/audience.ts'
import { LoggedEvent, type LoggedMessage } from '../../events/logged-event.ts'
import type { Realm } from '../../realms/realm.ts'
import { orderPreviews } from '../link-previews/jobs.ts'
import { orderCalls } from '../outgoing-webhooks/jobs.ts'
import type { Trigger } from '../outgoing-webhooks/triggers.ts'
import { claim, settled } from '../uploads/claims.ts'
import type { Attachment } from '../uploads/store.ts'
import { type DraftRow, idPlace, insertMessages, insertWithin, type Stored } from './send-store.ts'

const mostPerBatch = 64

/** A message that only lacks its ID and its place in the log. */
export interface Draft extends Omit<DraftRow, 'payload' | 'audience'> {
  message: Omit<LoggedMessage['message'], 'id' | 'submessages'>
  /** What the log needs to tell each reader's flags. */
  event: Omit<LoggedMessage, 'type' | 'message'>
  /** Participants of a direct message. */
  userIds: number[]
  /** Who gets a channel message without being subscribed. */
  also: number[]
  /** Uploaded files that it links to. One that has any is stored in a transaction of its own. */
  attachments: readonly Attachment[]
  /** Pages that it links to and that are to be shown. With any it has a transaction of its own too. */
  previewLinks: readonly string[]
  /** Outgoing webhook bots that are to be called. With any it has a transaction of its own too. */
  triggers: readonly Trigger[]
}

interface Waiting {
  draft: Draft
  resolve(id: number): void
  reject(error: unknown): void
}

/**
 * Sends that arrive together share a transaction: commits of one organization queue behind the tail of its log,
 * so one commit should carry what has gathered meanwhile. A lone send is not delayed.
 */
export class Outbox {
  readonly #app: App
  readonly #realm: Realm
  readonly #waiting: Waiting[] = []
  #storing = false

  constructor(app: App, realm: Realm) {
    this.#app = app
    this.#realm = realm
  }

  /** Resolves with the message's ID when it is durable. */
  send(draft: Draft): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ draft, resolve, reject })
      // Not at once: what arrived in the same turn of the event loop belongs together.
      if (this.#waiting.length === 1 && !this.#storing) setImmediate(() => void this.#start())
    })
  }

  /** One batch at a time: a second would only wait for the lock that the first holds, and be smaller. */
  async #start(): Promise<void> {
    if (this.#storing) return
    this.#storing = true
    try {
      while (this.#waiting.length > 0) await this.#store(this.#waiting.splice(0, mostPerBatch))
    } finally {
      this.#storing = false
    }
  }

  async #store(batch: Waiting[]): Promise<void> {
    let stored: Stored[]
    try {
      const rows = batch.map(({ draft }) => toRow(draft))
      stored = await insertMessages(this.#app.database, this.#realm.id, rows)
    } catch (error) {
      if (batch.length > 1 && isAboutData(error)) {
        // One bad send must not take the others with it.
        for (const one of batch) await this.#store([one])
      } else {
        for (const { reject } of batch) reject(error)
      }
      return
    }
    // Durable from here on, whatever else happens.
    for (const [n, { resolve }] of batch.entries()) resolve(stored[n]!.id)
    this.#app.metrics.messagesSent(batch.length)
    await this.#realm.settle(stored.map((place, n) => toEvent(batch[n]!.draft, place)))
  }
}

/**
 * Whether the database refused the data. After any other failure, a lost connection above all, the batch may have
 * been committed, and storing it again would send it twice.
 */
function isAboutData(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '')
}

/**
 * Stores messages as part of a transaction, after what it has published so far. Holds the log's lock from here to
 * the end of the transaction.
 */
export async function storeWithin(tx: Tx, composed: readonly Draft[]): Promise<Stored[]> {
  const drafts: Draft[] = []
  for (const draft of composed) drafts.push(await withSettledFiles(tx, draft))
  await tx.flush()
  const stored = await insertWithin(tx, drafts.map(toRow))
  tx.wrote(stored.map((place, n) => toEvent(drafts[n]!, place)))
  for (const [n, { id }] of stored.entries()) {
    const { senderId, attachments, previewLinks, triggers } = drafts[n]!
    await claim(tx, { id, senderId }, attachments)
    await orderPreviews(tx, id, previewLinks)
    await orderCalls(tx, id, triggers)
  }
  return stored
}

async function withSettledFiles(tx: Tx, draft: Draft): Promise<Draft> {
  if (draft.attachments.length === 0) return draft
  const { renderedContent, hasImage: had, attachments: wanted } = draft
  const { html, hasImage, attachments } = await settled(tx, {
    html: renderedContent,
    hasImage: had,
    attachments: wanted,
  })
  const message = { ...draft.message, rendered_content: html }
  return { ...draft, renderedContent: html, hasImage, attachments, message }
}

function toRow(draft: Draft): DraftRow {
  const { message, event } = draft
  const widget =
    draft.widget === null
      ? '[]'
      : `[{"message_id":${idPlace},${JSON.stringify(submessageOf(draft, draft.widget)).slice(1)}]`
  const rest = JSON.stringify(message).slice(1, -1)
  // With the type, because there may be nothing else to say.
  const tail = JSON.stringify({ type: 'message', ...event }).slice(1)
  return {
    ...draft,
    payload: `{"message":{"id":${idPlace},${rest},"submessages":${widget}},${tail}`,
    audience:
      draft.channelId === null
        ? JSON.stringify({ users: draft.userIds })
        : `{"channel":${draft.channelId},"message":${idPlace}${draft.also.length > 0 ? `,"also":[${draft.also}]` : ''}}`,
  }
}

function submessageOf(draft: Draft, { id, content }: { id: number; content: string }) {
  return { id, sender_id: draft.senderId, msg_type: 'widget', content }
}

function toEvent(draft: Draft, { id, seq }: Stored): LoggedEvent {
  const { channelId, also } = draft
  const audience: Audience =
    channelId === null
      ? { users: draft.userIds }
      : { channel: channelId, message: id, ...(also.length > 0 ? { also } : {}) }
  const submessages = draft.widget === null ? [] : [{ message_id: id, ...submessageOf(draft, draft.widget) }]
  const body: LoggedMessage = {
    type: 'message',
    message: { id, ...draft.message, submessages },
    ...draft.event,
  }
  return new LoggedEvent(seq, body, audience, null)
}

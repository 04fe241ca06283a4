import type { Directory } from '../../../directory/directory.ts'
import {
  commonText,
  type MessageContext,
  type MessageForm,
  messageContextOf,
  type OrganizationContext,
  organizationContextOf,
  type StoredMessage,
} from '../messages/present.ts'
import type { VersionedMessage } from './fetched-sql.ts'
import type { FoundMessage } from './message-readers.ts'

/** The parts of a message that are the same for all readers who ask for a form. */
export interface MessageText
  extends Pick<StoredMessage, 'id' | 'sender_id' | 'recipient_id' | 'user_ids' | 'topic'> {
  /** The version of the row. */
  version: string
  context: MessageContext
  /** The last change of the directory for which the context is known to be the same. */
  checkedAt: number
  /** JSON without the closing brace. */
  text: string
}

/** The share of a full cache that stays. */
const keptShare = 7 / 8

/** Characters take at most two bytes; the rest is for the objects around them. */
const bytesOf = ({ text, topic }: MessageText) => 2 * (text.length + topic.length) + 500

/**
 * Texts of recently fetched messages, bounded. A text is a function of the row's version, the context and the form. It is used only if
 * all of these are the same, so it needs no events to stay current.
 */
export class MessageTexts {
  readonly #maxBytes: number
  /** By message and form, least recently used first. */
  readonly #texts = new Map<number, MessageText>()
  #bytes = 0
  #era = ''

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** The texts for one request. */
  view(directory: Directory, form: MessageForm, era: string): MessageTextView {
    if (era !== this.#era) {
      this.#era = era
      this.#texts.clear()
      this.#bytes = 0
    }
    return new MessageTextView(this, directory, form, era)
  }

  get(key: number): MessageText | undefined {
    return this.#texts.get(key)
  }

  /** Marks a text as the most recently used. */
  touch(key: number, text: MessageText): void {
    this.#texts.delete(key)
    this.#texts.set(key, text)
  }

  /** Keeps a text, unless its era has ended meanwhile. */
  put(key: number, text: MessageText, era: string): void {
    if (era !== this.#era) return
    this.#remove(key)
    this.#texts.set(key, text)
    this.#bytes += bytesOf(text)
    if (this.#bytes > this.#maxBytes) this.#removeOldest()
  }

  /** Makes room for many texts: finding the oldest entry takes a map longer for each one that was removed before it. */
  #removeOldest(): void {
    for (const oldest of this.#texts.keys()) {
      if (this.#bytes <= this.#maxBytes * keptShare) break
      this.#remove(oldest)
    }
  }

  #remove(key: number): void {
    const text = this.#texts.get(key)
    if (text === undefined) return
    this.#texts.delete(key)
    this.#bytes -= bytesOf(text)
  }
}

/** The texts in one form, as the directory is now. */
export class MessageTextView {
  readonly #texts: MessageTexts
  readonly #directory: Directory
  readonly #organization: OrganizationContext
  readonly #form: MessageForm
  readonly #era: string

  constructor(texts: MessageTexts, directory: Directory, form: MessageForm, era: string) {
    this.#texts = texts
    this.#directory = directory
    this.#organization = organizationContextOf(directory)
    this.#form = form
    this.#era = era
  }

  /** The text of a found message, if it is known and current. */
  find({ id, version }: Pick<FoundMessage, 'id' | 'version'>): MessageText | undefined {
    const key = this.#keyOf(id)
    const known = this.#texts.get(key)
    if (known?.version !== version || !this.#isCurrent(known)) return undefined
    this.#texts.touch(key, known)
    return known
  }

  create(row: VersionedMessage): MessageText {
    const { id, version, sender_id, recipient_id, user_ids, topic } = row
    const context = messageContextOf(this.#directory, this.#organization, row)
    const text = commonText(row, context, this.#form)
    const { changedAt: checkedAt } = this.#directory
    const created = { id, version, sender_id, recipient_id, user_ids, topic, context, checkedAt, text }
    this.#texts.put(this.#keyOf(id), created, this.#era)
    return created
  }

  #isCurrent(known: MessageText): boolean {
    const { changedAt } = this.#directory
    if (known.checkedAt === changedAt) return true
    const now = messageContextOf(this.#directory, this.#organization, known)
    if (!isSameContext(known.context, now)) return false
    known.checkedAt = changedAt
    return true
  }

  #keyOf(id: number): number {
    const { applyMarkdown, emptyTopicAllowed, externalAvatar } = this.#form
    return id * 8 + (applyMarkdown ? 4 : 0) + (emptyTopicAllowed ? 2 : 0) + (externalAvatar ? 1 : 0)
  }
}

function isSameContext(a: MessageContext, b: MessageContext): boolean {
  for (const name of Object.keys(b) as (keyof MessageContext)[]) {
    if (a[name] !== b[name] && !(name === 'participants' && isSameList(a[name], b[name]))) return false
  }
  return true
}

const isSameList = <T>(a: readonly T[], b: readonly T[]) =>
  a.length === b.length && a.every((one, n) => one === b[n])

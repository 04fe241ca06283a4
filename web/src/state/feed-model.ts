import { ApiError, deletedBy } from '@loquat/client'
import type { FetchedMessage, NarrowTerm, QueueEvent } from '@loquat/contract'
import { api } from './api.ts'
import type { FeedView } from './narrow.ts'
import { messages, noteEnd } from './session.ts'

export type EdgeState = 'idle' | 'loading' | 'failed'

/** What a list of messages has loaded: one unbroken stretch of them. */
export interface FeedSnapshot {
  ids: readonly number[]
  status: 'loading' | 'ready' | 'failed'
  error: { text: string; code: string } | undefined
  /** Nothing is before the first, nothing after the last. With the latter, arriving messages are appended. */
  hasOldest: boolean
  hasNewest: boolean
  older: EdgeState
  newer: EdgeState
  /** Earlier messages exist, but not for this reader. */
  isLimited: boolean
  /** Where it was opened: the message to show first. Undefined for the end. */
  anchor: number | undefined
  /** Changes when the stretch was replaced, so that the place on screen has to be found anew. */
  opening: number
}

type Anchor = number | 'newest' | 'first_unread'

interface Options {
  view: FeedView
  narrow: readonly NarrowTerm[]
  /** Whether a message belongs here, as far as that can be told without asking. */
  matches(message: FetchedMessage): boolean | 'unknown'
}

const first = { before: 30, after: 70 }
const page = 100
/** More than this are not kept; the far end is dropped. */
const most = 2_000

/** A list of messages: fetched in pages at both ends, kept current by events. */
export class FeedModel {
  readonly view: FeedView
  readonly #options: Options
  readonly #listeners = new Set<() => void>()
  #snapshot: FeedSnapshot = {
    ids: [],
    status: 'loading',
    error: undefined,
    hasOldest: false,
    hasNewest: false,
    older: 'idle',
    newer: 'idle',
    isLimited: false,
    anchor: undefined,
    opening: 0,
  }
  #undecided: number[] = []
  #deciding: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.#options = options
    this.view = options.view
  }

  readonly snapshot = (): FeedSnapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** Replaces what is loaded by what is around the anchor. What is on screen stays until the new is there. */
  async open(anchor: Anchor): Promise<void> {
    const opening = this.#snapshot.opening + 1
    this.#set({
      opening,
      error: undefined,
      ...(this.#snapshot.ids.length === 0 ? { status: 'loading' } : {}),
    })
    try {
      const reply = await this.#fetch(anchor, first.before, first.after)
      if (this.#snapshot.opening !== opening) return
      const ids = reply.messages.map(({ id }) => id)
      const placed = anchor === 'newest' ? undefined : ids.find((id) => id >= (reply.anchor ?? 0))
      this.#set({
        ids,
        status: 'ready',
        hasOldest: reply.found_oldest,
        hasNewest: reply.found_newest,
        isLimited: reply.history_limited,
        anchor: placed,
        older: 'idle',
        newer: 'idle',
        opening,
      })
    } catch (error) {
      noteEnd(error)
      if (this.#snapshot.opening === opening) this.#set({ status: 'failed', error: described(error) })
    }
  }

  async loadOlder(): Promise<void> {
    const { ids, hasOldest, older, status, opening } = this.#snapshot
    const oldest = ids[0]
    if (status !== 'ready' || hasOldest || older === 'loading' || oldest === undefined) return
    this.#set({ older: 'loading' })
    try {
      const reply = await this.#fetch(oldest, page, 0)
      if (this.#snapshot.opening !== opening) return
      const before = reply.messages.map(({ id }) => id).filter((id) => id < oldest)
      const all = [...before, ...this.#snapshot.ids]
      const dropped = all.length > most
      this.#set({
        ids: dropped ? all.slice(0, most) : all,
        ...(dropped ? { hasNewest: false } : {}),
        hasOldest: reply.found_oldest,
        isLimited: reply.history_limited,
        older: 'idle',
      })
    } catch (error) {
      noteEnd(error)
      this.#set({ older: 'failed' })
    }
  }

  async loadNewer(): Promise<void> {
    const { ids, hasNewest, newer, status, opening } = this.#snapshot
    const newest = ids.at(-1)
    if (status !== 'ready' || hasNewest || newer === 'loading' || newest === undefined) return
    this.#set({ newer: 'loading' })
    try {
      const reply = await this.#fetch(newest, 0, page)
      if (this.#snapshot.opening !== opening) return
      const known = new Set(this.#snapshot.ids)
      const after = reply.messages.map(({ id }) => id).filter((id) => !known.has(id))
      const all = [...this.#snapshot.ids, ...after].sort((a, b) => a - b)
      const dropped = all.length > most
      this.#set({
        ids: dropped ? all.slice(-most) : all,
        ...(dropped ? { hasOldest: false } : {}),
        hasNewest: reply.found_newest,
        newer: 'idle',
      })
    } catch (error) {
      noteEnd(error)
      this.#set({ newer: 'failed' })
    }
  }

  /** After the connection was lost for long: what came meanwhile is fetched behind what is there. */
  catchUp(): void {
    this.#set({ hasNewest: false })
    void this.loadNewer()
  }

  apply(events: readonly QueueEvent[]): void {
    for (const event of events) {
      if (event.type === 'message') this.#arrived(event.message.id)
      else if (event.type === 'delete_message') this.#drop(new Set(deletedBy(event)))
      else if (event.type === 'update_message') this.#moved(event.message_ids)
    }
  }

  /** Puts a message in that is known to belong here, such as one that was sent from here. */
  add(id: number): void {
    const { ids, hasNewest, status } = this.#snapshot
    if (status !== 'ready' || !hasNewest || ids.includes(id)) return
    const last = ids.at(-1)
    this.#set({ ids: last === undefined || last < id ? [...ids, id] : [...ids, id].sort((a, b) => a - b) })
  }

  /** A message is here that no event told of. */
  noticed(id: number): void {
    this.#arrived(id)
  }

  #arrived(id: number): void {
    const message = messages.get(id)
    const belongs = message === undefined ? false : this.#options.matches(message)
    if (belongs === true) this.add(id)
    else if (belongs === 'unknown') this.#decideLater(id)
  }

  #moved(changed: readonly number[]): void {
    if (this.#snapshot.status !== 'ready') return
    const ids = new Set(this.#snapshot.ids)
    const gone = new Set<number>()
    for (const id of changed) {
      const message = messages.get(id)
      if (message === undefined) continue
      const belongs = this.#options.matches(message)
      if (belongs === false && ids.has(id)) gone.add(id)
      else if (belongs === true && !ids.has(id) && this.#isWithin(id)) this.#insert(id)
    }
    if (gone.size > 0) this.#drop(gone)
  }

  #isWithin(id: number): boolean {
    const { ids, hasOldest, hasNewest } = this.#snapshot
    return (hasOldest || id > (ids[0] ?? Infinity)) && (hasNewest || id < (ids.at(-1) ?? -1))
  }

  #insert(id: number): void {
    this.#set({ ids: [...this.#snapshot.ids, id].sort((a, b) => a - b) })
  }

  #drop(gone: ReadonlySet<number>): void {
    if (!this.#snapshot.ids.some((id) => gone.has(id))) return
    this.#set({ ids: this.#snapshot.ids.filter((id) => !gone.has(id)) })
  }

  /** What only the server can tell is asked for in batches. */
  #decideLater(id: number): void {
    this.#undecided.push(id)
    this.#deciding ??= setTimeout(() => {
      this.#deciding = undefined
      const asked = this.#undecided
      this.#undecided = []
      void api
        .matchesNarrow({ msg_ids: asked, narrow: [...this.#options.narrow] })
        .then(({ messages: matching }) => {
          for (const [found, match] of Object.entries(matching)) {
            messages.change(Number(found), (message) => ({ ...message, ...match }))
            this.add(Number(found))
          }
        })
        .catch(noteEnd)
    }, 300)
  }

  async #fetch(anchor: Anchor, before: number, after: number) {
    const since = messages.position
    const reply = await api.getMessages({
      anchor: String(anchor),
      num_before: before,
      num_after: after,
      narrow: [...this.#options.narrow],
      client_external_avatar: true,
      allow_empty_topic_name: true,
    })
    return { ...reply, messages: messages.put(reply.messages, since) }
  }

  #set(change: Partial<FeedSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** In the words of the server, which are written for people. */
export function described(error: unknown): { text: string; code: string } {
  if (error instanceof ApiError) return { text: error.message, code: error.code }
  return { text: '', code: 'NETWORK' }
}

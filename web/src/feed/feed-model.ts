import { deletedBy } from '@loquat/client'
import type { FetchedMessage, QueueEvent } from '@loquat/contract'
import type { FeedView } from '../navigation/narrow.ts'
import { problemOf } from '../session/attempt.ts'
import { detectSessionEnd, messages } from '../session/session.ts'
import {
  batchIds,
  fetchFirstPage,
  fetchMatching,
  fetchMoved,
  fetchPage,
  matchingIds,
} from './feed-requests.ts'
import type { Anchor, FeedOptions, FeedSnapshot, FeedStretch } from './feed-snapshot.ts'
import { nothingLoaded } from './feed-snapshot.ts'

export type { Anchor, EdgeState, FeedOptions, FeedSnapshot, FeedStretch } from './feed-snapshot.ts'

const firstPage = { before: 30, after: 70 }
const pageSize = 100
/** Maximum loaded messages. Beyond it, `droppedAtOnce` are dropped at the far end. */
const maxLoaded = 2_000
const droppedAtOnce = 500

let serials = 0
const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

/** The messages of a view: fetched in pages at both ends and kept current by events. */
export class FeedModel {
  /** Stays the same when the topic is renamed. */
  readonly serial = ++serials
  /** The snapshot that was last saved on this device; see `cached-feeds.ts`. */
  savedSnapshot: FeedSnapshot | undefined
  /** Shows saved messages because the server was unreachable. */
  isFromCache = false
  #options: FeedOptions
  readonly #listeners = new Set<() => void>()
  #snapshot = nothingLoaded
  /** Fetched ID range; not every message in it matches the view. */
  #from = Infinity
  #to = 0
  /** Incremented by every `open`, so that replies to earlier requests are dropped. */
  #opening = 0
  /** Messages that arrived while the newest page was being fetched. */
  readonly #meanwhile = new Set<number>()
  /** Asks the server about messages that the client cannot match. */
  readonly #decideLater = batchIds((ids) => void this.#decide(ids))

  constructor(options: FeedOptions) {
    this.#options = options
  }

  get view(): FeedView {
    return this.#options.view
  }

  readonly snapshot = (): FeedSnapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** Loads the messages around the anchor. The current ones stay until the reply arrives. */
  async open(anchor: Anchor): Promise<void> {
    const opening = this.#begin()
    this.#set({ error: undefined, ...(this.#snapshot.ids.length === 0 ? { status: 'loading' } : {}) })
    try {
      const reply = await fetchFirstPage(this.#options, { anchor, ...firstPage }, this.#snapshot.similar)
      if (this.#opening !== opening) return
      const ids = this.#belonging(reply.messages)
      this.#from = reply.messages[0]?.id ?? Infinity
      this.#to = reply.messages.at(-1)?.id ?? 0
      this.#set({
        ids,
        status: 'ready',
        hasOldest: reply.found_oldest,
        hasNewest: reply.found_newest,
        isLimited: reply.history_limited,
        anchor: anchor === 'newest' ? undefined : ids.find((id) => id >= (reply.anchor ?? 0)),
        older: 'idle',
        newer: 'idle',
        opening,
        pageStarts: new Set(ids.slice(0, 1)),
        similar: reply.similar,
        late: [],
      })
      this.#addMeanwhile()
    } catch (error) {
      detectSessionEnd(error)
      if (this.#opening !== opening) return
      const hasSome = this.#snapshot.ids.length > 0
      this.#set({ status: hasSome ? 'ready' : 'failed', error: problemOf(error) })
    }
  }

  /** Shows messages with similar words, too. */
  async openSimilar(): Promise<void> {
    this.#set({ similar: 'also' })
    await this.open('newest')
  }

  #begin(): number {
    // With nothing loaded, these messages are on screen.
    if (this.#snapshot.ids.length > 0) this.#meanwhile.clear()
    return ++this.#opening
  }

  async loadOlder(): Promise<void> {
    const { hasOldest, older, status } = this.#snapshot
    const opening = this.#opening
    if (status !== 'ready' || hasOldest || older === 'loading') return
    this.#set({ older: 'loading' })
    try {
      const reply = await this.#fetch(Number.isFinite(this.#from) ? this.#from : 'newest', pageSize, 0)
      if (this.#opening !== opening) return
      this.#from = Math.min(this.#from, reply.messages[0]?.id ?? this.#from)
      const all = ascending([...this.#belonging(reply.messages), ...this.#snapshot.ids])
      const ids = all.length > maxLoaded ? all.slice(0, -droppedAtOnce) : all
      if (ids !== all) this.#to = ids.at(-1) ?? 0
      this.#set({
        ids,
        ...(ids === all ? {} : { hasNewest: false }),
        hasOldest: reply.found_oldest,
        isLimited: reply.history_limited,
        older: 'idle',
        pageStarts: new Set([...this.#snapshot.pageStarts, ...ids.slice(0, 1)]),
      })
    } catch (error) {
      detectSessionEnd(error)
      if (this.#opening === opening) this.#set({ older: 'failed' })
    }
  }

  async loadNewer(): Promise<void> {
    const { hasNewest, newer, status } = this.#snapshot
    if (status !== 'ready' || hasNewest || newer === 'loading') return
    await this.loadTail()
  }

  /** Fetches messages after the last one, also in channels without events. */
  async loadTail(): Promise<void> {
    const opening = this.#opening
    this.#set({ newer: 'loading' })
    try {
      const reply = await this.#fetch(this.#to, 0, pageSize)
      if (this.#opening !== opening) return
      this.#to = Math.max(this.#to, reply.messages.at(-1)?.id ?? 0)
      const all = ascending([...this.#snapshot.ids, ...this.#belonging(reply.messages)])
      const ids = all.length > maxLoaded ? all.slice(droppedAtOnce) : all
      if (ids !== all) this.#from = ids[0] ?? Infinity
      this.#set({
        ids,
        ...(ids === all ? {} : { hasOldest: false }),
        hasNewest: reply.found_newest,
        newer: 'idle',
      })
      this.#addMeanwhile()
    } catch (error) {
      detectSessionEnd(error)
      if (this.#opening === opening) this.#set({ newer: 'failed' })
    }
  }

  /** Fetches messages that were missed during a long disconnection. */
  catchUp(): void {
    if (this.#snapshot.status !== 'ready') return
    this.#set({ hasNewest: false })
    void this.loadNewer()
  }

  /** The loaded range, to be restored with `show`. */
  stretch(): FeedStretch {
    const { ids, hasOldest, hasNewest, isLimited, pageStarts } = this.#snapshot
    return { ids, hasOldest, hasNewest, isLimited, pageStarts }
  }

  show(stretch: FeedStretch): void {
    const ids = stretch.ids.filter((id) => messages.get(id) !== undefined)
    const opening = this.#begin()
    this.#from = ids[0] ?? Infinity
    this.#to = ids.at(-1) ?? 0
    this.#set({ ...stretch, ids, status: 'ready', older: 'idle', newer: 'idle', anchor: undefined, opening })
  }

  /** Follows messages that moved to another topic, and merges the messages that were there. */
  async rebind(options: FeedOptions): Promise<void> {
    this.#options = options
    this.#set({})
    const { ids, hasOldest, hasNewest } = this.#snapshot
    const opening = this.#opening
    try {
      const reply = await this.#fetch(ids[0] ?? 'newest', hasOldest ? pageSize : 0, ids.length + pageSize)
      if (this.#opening !== opening) return
      this.#from = Math.min(this.#from, reply.messages[0]?.id ?? Infinity)
      this.#set({
        ids: ascending([...this.#snapshot.ids, ...this.#belonging(reply.messages)]),
        hasOldest: hasOldest && reply.found_oldest,
        hasNewest: hasNewest && reply.found_newest,
      })
    } catch (error) {
      detectSessionEnd(error)
    }
  }

  apply(events: readonly QueueEvent[]): void {
    for (const event of events) {
      if (event.type === 'message') this.noticed(event.message.id)
      else if (event.type === 'delete_message') this.#drop(new Set(deletedBy(event)))
      else if (event.type === 'update_message') this.#moved(event.message_ids)
    }
    const areRestored = events.some(({ type }) => type === 'restored_messages')
    // They are between the loaded messages, where nothing else is fetched.
    if (areRestored && this.#snapshot.status === 'ready') void this.rebind(this.#options)
    if (this.#meanwhile.size > 0) this.#showLate()
  }

  /** Adds a message that is known to match, such as one sent from this device. */
  add(id: number): void {
    const { ids, hasNewest, status } = this.#snapshot
    if (ids.includes(id)) return
    if (status === 'ready' && hasNewest) this.#insert([id])
    else this.#meanwhile.add(id)
    this.#showLate()
  }

  #showLate(): void {
    if (this.#snapshot.status !== 'ready') this.#set({ late: matchingIds(this.#meanwhile, this.#options) })
  }

  #addMeanwhile(): void {
    if (!this.#snapshot.hasNewest) return
    const late = matchingIds(this.#meanwhile, this.#options)
    this.#meanwhile.clear()
    this.#insert(late)
  }

  /** A message became known, by an event or a separate request. */
  noticed(id: number): void {
    const message = messages.get(id)
    const belongs = message === undefined ? false : this.#options.matches(message)
    if (belongs === true) this.add(id)
    else if (belongs === 'unknown') this.#decideLater(id)
  }

  #moved(changed: readonly number[]): void {
    if (this.#snapshot.status !== 'ready') return
    const ids = new Set(this.#snapshot.ids)
    const gone = new Set<number>()
    const come: number[] = []
    for (const id of changed) {
      const message = messages.get(id)
      if (message === undefined) continue
      const belongs = this.#options.matches(message)
      if (belongs === false && ids.has(id)) gone.add(id)
      else if (belongs === true && !ids.has(id) && this.#isWithin(id)) come.push(id)
    }
    this.#insert(come)
    this.#drop(gone)
  }

  /** Fetches unknown messages that were moved into this feed. */
  async takeIn(ids: readonly number[]): Promise<void> {
    const unknown = ids.filter((id) => messages.get(id) === undefined && this.#isWithin(id))
    for (const id of await fetchMoved(this.view, unknown)) if (this.#isWithin(id)) this.#insert([id])
  }

  #isWithin(id: number): boolean {
    const { ids, hasOldest, hasNewest } = this.#snapshot
    return (hasOldest || id > (ids[0] ?? Infinity)) && (hasNewest || id < (ids.at(-1) ?? -1))
  }

  #insert(more: readonly number[]): void {
    if (more.length === 0) return
    this.#to = Math.max(this.#to, ...more)
    this.#set({ ids: ascending([...this.#snapshot.ids, ...more]) })
  }

  #drop(gone: ReadonlySet<number>): void {
    if (!this.#snapshot.ids.some((id) => gone.has(id))) return
    this.#set({ ids: this.#snapshot.ids.filter((id) => !gone.has(id)) })
  }

  async #decide(asked: readonly number[]): Promise<void> {
    for (const id of await fetchMatching(this.#options.narrow, asked)) this.add(id)
  }

  /** Leaves out muted topics, which the protocol cannot exclude; but not the message of the address. */
  #belonging(fetched: readonly FetchedMessage[]): number[] {
    const { view, matches } = this.#options
    const isShown = (message: FetchedMessage) =>
      view.kind !== 'channel' || message.id === view.at || matches(message) !== false
    return fetched.filter(isShown).map(({ id }) => id)
  }

  #fetch(anchor: Anchor, before: number, after: number) {
    return fetchPage(this.#options, { anchor, before, after }, this.#snapshot.similar)
  }

  #set(change: Partial<FeedSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}

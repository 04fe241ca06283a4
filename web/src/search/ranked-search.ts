import { deletedBy } from '@loquat/client'
import type { NarrowTerm, QueueEvent } from '@loquat/contract'
import { useMemo, useSyncExternalStore } from 'react'
import { lookup } from '../lib/derived.ts'
import { api } from '../session/api.ts'
import { problemOf } from '../session/attempt.ts'
import { detectSessionEnd, messages, onEvents } from '../session/session.ts'
import { parseSearch } from './search-text.ts'

const pageSize = 30
const maxCachedSearches = 5
/** Older results are fetched again when the search is opened. */
const maxAgeMs = 5 * 60_000

export interface RankedSnapshot {
  status: 'loading' | 'ready' | 'failed'
  error: { text: string; code: string } | undefined
  /** Loaded messages, the most relevant first. */
  ids: readonly number[]
  /** Whether all ranked messages are loaded. */
  isWhole: boolean
  more: 'idle' | 'loading' | 'failed'
  /** Whether messages with similar words are shown: instead of exact matches, of which there are none, or also. */
  similar: 'instead' | 'also' | undefined
}

const nothing: RankedSnapshot = {
  status: 'loading',
  error: undefined,
  ids: [],
  isWhole: false,
  more: 'idle',
  similar: undefined,
}

/** The results of a search by relevance. The server ranks once; further pages follow its list. */
class RankedSearch {
  readonly openedAt = Date.now()
  /** Scroll position, for going back to the results. */
  scrollTop = 0
  readonly #narrow: NarrowTerm[]
  readonly #listeners = new Set<() => void>()
  #snapshot = nothing
  #ranked: readonly number[] = []

  constructor(narrow: NarrowTerm[]) {
    this.#narrow = narrow
  }

  readonly snapshot = (): RankedSnapshot => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async open(similar?: 'also'): Promise<void> {
    this.#set({ ...nothing, similar })
    try {
      let shown: RankedSnapshot['similar'] = similar
      let reply = await this.#rank(shown)
      if (reply.messages.length === 0 && shown === undefined) {
        reply = await this.#rank('instead')
        if (reply.messages.length > 0) shown = 'instead'
      }
      this.#ranked = reply.ranked_ids ?? []
      this.#set({
        status: 'ready',
        ids: reply.messages.map(({ id }) => id),
        isWhole: this.#ranked.length <= pageSize,
        similar: shown,
      })
    } catch (error) {
      detectSessionEnd(error)
      this.#set({ status: 'failed', error: problemOf(error) })
    }
  }

  async loadMore(): Promise<void> {
    const { status, isWhole, more, ids } = this.#snapshot
    if (status !== 'ready' || isWhole || more === 'loading') return
    const known = new Set(ids)
    const next = this.#ranked.filter((id) => !known.has(id)).slice(0, pageSize)
    this.#set({ more: 'loading' })
    try {
      const since = messages.position
      const reply = await api.getMessages({ message_ids: next, narrow: this.#narrow, ...this.#options() })
      messages.put(reply.messages, since)
      // Messages that are gone must not be asked for again.
      this.#ranked = this.#ranked.filter(
        (id) => !next.includes(id) || reply.messages.some((message) => message.id === id),
      )
      const all = this.#ranked.slice(0, known.size + reply.messages.length)
      this.#set({ ids: all, isWhole: all.length === this.#ranked.length, more: 'idle' })
    } catch (error) {
      detectSessionEnd(error)
      this.#set({ more: 'failed' })
    }
  }

  apply(events: readonly QueueEvent[]): void {
    const gone = new Set(events.flatMap((event) => (event.type === 'delete_message' ? deletedBy(event) : [])))
    if (gone.size === 0) return
    this.#ranked = this.#ranked.filter((id) => !gone.has(id))
    this.#set({ ids: this.#snapshot.ids.filter((id) => !gone.has(id)) })
  }

  async #rank(similar: RankedSnapshot['similar']) {
    const since = messages.position
    const reply = await api.getMessages({
      anchor: 'newest',
      num_before: pageSize,
      num_after: 0,
      narrow: this.#narrow,
      search_order: 'relevance',
      ...this.#options(similar),
    })
    messages.put(reply.messages, since)
    return reply
  }

  #options(similar = this.#snapshot.similar) {
    return {
      client_external_avatar: true,
      allow_empty_topic_name: true,
      search_files: true,
      search_words: similar === undefined ? 'exact' : 'similar',
    } as const
  }

  #set(change: Partial<RankedSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const cached = new Map<string, RankedSearch>()

function rankedSearchFor(q: string): RankedSearch {
  const known = cached.get(q)
  if (known !== undefined && Date.now() - known.openedAt < maxAgeMs) return known
  if (cached.size === 0) {
    onEvents((events) => {
      for (const search of cached.values()) search.apply(events)
    })
  }
  const search = new RankedSearch(parseSearch(q, lookup()).terms)
  cached.delete(q)
  cached.set(q, search)
  for (const oldest of cached.keys()) {
    if (cached.size <= maxCachedSearches) break
    cached.delete(oldest)
  }
  void search.open()
  return search
}

export function useRankedSearch(q: string): { search: RankedSearch; snapshot: RankedSnapshot } {
  const search = useMemo(() => rankedSearchFor(q), [q])
  const snapshot = useSyncExternalStore(search.subscribe, search.snapshot)
  return { search, snapshot }
}

import type { NarrowTerm } from '@loquat/contract'
import type { FeedView } from '../navigation/narrow.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages } from '../session/session.ts'
import type { Anchor, FeedOptions, SimilarWords } from './feed-snapshot.ts'

const batchDelayMs = 300

/** Collects IDs for a short time and passes them on together. */
export function batchIds(onBatch: (ids: readonly number[]) => void): (id: number) => void {
  let waiting: number[] = []
  return (id) => {
    waiting.push(id)
    if (waiting.length > 1) return
    setTimeout(() => {
      const ids = waiting
      waiting = []
      onBatch(ids)
    }, batchDelayMs)
  }
}

export interface PageRequest {
  anchor: Anchor
  before: number
  after: number
}

const isTextSearch = ({ narrow }: FeedOptions) => narrow.some(({ operator }) => operator === 'search')

/** Fetches messages around an anchor. A search looks into files as well. */
export async function fetchPage(
  options: FeedOptions,
  { anchor, before, after }: PageRequest,
  similar: SimilarWords | undefined,
) {
  const since = messages.position
  const reply = await api.getMessages({
    anchor: String(anchor),
    num_before: before,
    num_after: after,
    narrow: [...options.narrow],
    client_external_avatar: true,
    allow_empty_topic_name: true,
    ...(isTextSearch(options)
      ? { search_files: true, search_words: similar === undefined ? 'exact' : 'similar' }
      : {}),
  })
  return { ...reply, messages: messages.put(reply.messages, since) }
}

/** Fetches the first messages of a feed: of a search without results, those with similar words. */
export async function fetchFirstPage(
  options: FeedOptions,
  page: PageRequest,
  similar: SimilarWords | undefined,
) {
  const reply = await fetchPage(options, page, similar)
  const isEmpty = reply.messages.length === 0 && reply.found_oldest && reply.found_newest
  if (!isEmpty || similar !== undefined || !isTextSearch(options)) return { ...reply, similar }
  const others = await fetchPage(options, page, 'instead')
  return { ...others, similar: others.messages.length === 0 ? undefined : ('instead' as const) }
}

const maxIdsPerRequest = 1_000

/** Fetches messages that were moved into a channel. Without the channel term, only received messages would be found. */
export async function fetchMoved(view: FeedView, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || !('channelId' in view)) return []
  const since = messages.position
  try {
    const { messages: found } = await api.getMessages({
      message_ids: ids.slice(-maxIdsPerRequest),
      narrow: [{ operator: 'channel', operand: view.channelId, negated: false }],
      client_external_avatar: true,
      allow_empty_topic_name: true,
    })
    return messages.put(found, since).map(({ id }) => id)
  } catch (error) {
    detectSessionEnd(error)
    return []
  }
}

/** Asks the server which messages match, and stores the highlighted matches with them. */
export async function fetchMatching(
  narrow: readonly NarrowTerm[],
  ids: readonly number[],
): Promise<number[]> {
  try {
    const { messages: matching } = await api.matchesNarrow({ msg_ids: [...ids], narrow: [...narrow] })
    for (const [id, match] of Object.entries(matching))
      messages.change(Number(id), (message) => ({ ...message, ...match }))
    return Object.keys(matching).map(Number)
  } catch (error) {
    detectSessionEnd(error)
    return []
  }
}

/** The messages that exist and match, in ascending order. */
export const matchingIds = (ids: Iterable<number>, { matches }: FeedOptions): number[] =>
  [...ids]
    .flatMap((id) => messages.get(id) ?? [])
    .filter((message) => matches(message) !== false)
    .map(({ id }) => id)
    .sort((a, b) => a - b)

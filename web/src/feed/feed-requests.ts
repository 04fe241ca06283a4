import type { NarrowTerm } from '@loquat/contract'
import type { FeedView } from '../navigation/narrow.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages } from '../session/session.ts'
import type { FeedOptions } from './feed-snapshot.ts'

const patience = 300

/** Gathers what comes shortly after another, and hands it over together. */
export function inBatches(hand: (ids: readonly number[]) => void): (id: number) => void {
  let waiting: number[] = []
  return (id) => {
    waiting.push(id)
    if (waiting.length > 1) return
    setTimeout(() => {
      const ids = waiting
      waiting = []
      hand(ids)
    }, patience)
  }
}

const most = 1_000

/** Fetches messages that came into a channel from elsewhere. Without the channel only those once received would be found. */
export async function fetchMoved(view: FeedView, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || !('channelId' in view)) return []
  const since = messages.position
  try {
    const { messages: found } = await api.getMessages({
      message_ids: ids.slice(-most),
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

/** Which messages match, by the word of the server; what it says about the matches is kept with them. */
export async function askWhichMatch(
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

/** Those of them that are still there and belong into a list, in their order. */
export const belongingIn = (ids: Iterable<number>, { matches }: FeedOptions): number[] =>
  [...ids]
    .flatMap((id) => messages.get(id) ?? [])
    .filter((message) => matches(message) !== false)
    .map(({ id }) => id)
    .sort((a, b) => a - b)

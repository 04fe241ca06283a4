import { useMemo } from 'react'
import { type LocalId, type PendingMessage, rowKeyOf } from '../feed/rows.ts'
import { type Conversation, type ConversationKey, keyOf } from '../navigation/conversation.ts'
import { type FeedView, feedKey, isConversation } from '../navigation/narrow.ts'
import { localIdOf, type PendingEcho, usePendingEchoes } from '../outbox/echo.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { type SendInfo, useOutbox } from '../outbox/outbox-run.ts'
import { myId } from '../session/session.ts'

/** A pending message as displayed in a feed. */
export interface Pending extends PendingMessage {
  /** Source text. */
  text: string
  place: Conversation
  /** Time of the last attempt, in milliseconds. */
  attemptedAt: number | undefined
  /** The server limits how fast the reader sends, until this time in milliseconds. */
  notBefore: number | undefined
  /** Reason of the failure. */
  reason: { code: string; text: string } | undefined
}

/** Sent messages that have not arrived by an event yet. */
const lastSeen = new Map<LocalId, Pending>()

let seen: [Outbox, ReadonlyMap<LocalId, SendInfo>, readonly PendingEcho[]] | undefined
let listed: readonly Pending[] = []

/** All pending messages in the order of writing. Keeps its identity while nothing changes. */
function pendingOf(
  outbox: Outbox,
  info: ReadonlyMap<LocalId, SendInfo>,
  landings: readonly PendingEcho[],
): readonly Pending[] {
  if (seen?.[0] === outbox && seen[1] === info && seen[2] === landings) return listed
  const arrived = landings.flatMap(({ localId }) => lastSeen.get(localId) ?? [])
  const underWay = outbox.entries
    .filter(({ isDiscarded }) => !isDiscarded)
    .flatMap((entry): Pending[] => {
      const about = info.get(entry.localId)
      if (about === undefined) return []
      const text = entry.edited ?? entry.content
      const pending: Pending = {
        localId: entry.localId,
        state: entry.state,
        conversation: entry.conversation,
        senderId: myId(),
        timestamp: Math.floor(about.writtenAt / 1_000),
        isMe: text.startsWith('/me '),
        text,
        place: about.place,
        attemptedAt: entry.attemptedAt,
        notBefore: entry.notBefore,
        reason: entry.reason,
      }
      lastSeen.set(entry.localId, { ...pending, state: 'sending', reason: undefined })
      return [pending]
    })
  const isShown = new Set([...arrived, ...underWay].map(({ localId }) => localId))
  for (const localId of lastSeen.keys()) if (!isShown.has(localId)) lastSeen.delete(localId)
  seen = [outbox, info, landings]
  listed = [...arrived, ...underWay]
  return listed
}

export function useAllPending(): readonly Pending[] {
  const { outbox, info } = useOutbox()
  const landings = usePendingEchoes((state) => state.landings)
  return pendingOf(outbox, info, landings)
}

export function usePending(key: ConversationKey): readonly Pending[] {
  const all = useAllPending()
  return useMemo(() => all.filter(({ conversation }) => conversation === key), [all, key])
}

/** Pending messages of a view. Searches show none, because only the server can match them. */
export function usePendingIn(view: FeedView): readonly Pending[] {
  const all = useAllPending()
  const key = feedKey(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the view
  return useMemo(() => all.filter((one) => belongs(one, view)), [all, key])
}

function belongs({ conversation, place }: Pending, view: FeedView): boolean {
  if (isConversation(view)) return conversation === keyOf(view)
  if (view.kind === 'channel') return place.kind === 'topic' && place.channelId === view.channelId
  if (view.kind === 'dms') return place.kind === 'dm'
  return view.kind === 'feed'
}

export const usePendingMessage = (localId: LocalId): Pending | undefined =>
  useAllPending().find((one) => one.localId === localId)

/** The row key that a sent message had before it was confirmed. */
export function keyOfSent(messageId: number): string | undefined {
  const localId = localIdOf(messageId)
  return localId === undefined ? undefined : rowKeyOf(localId)
}

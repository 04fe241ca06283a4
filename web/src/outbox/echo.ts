import { ApiError } from '@loquat/client'
import { create } from 'zustand'
import { openFeeds } from '../feed/feeds.ts'
import type { LocalId } from '../feed/rows.ts'
import type { Conversation } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { detectSessionEnd, messages } from '../session/session.ts'

export interface PendingEcho {
  localId: LocalId
  messageId: number
  place: Conversation
}

interface EchoState {
  /** Messages that the server has, but whose event has not arrived. Shown as written. */
  landings: readonly PendingEcho[]
}

export const usePendingEchoes = create<EchoState>(() => ({ landings: [] }))

/** Row keys of messages from before they had an ID. They keep the key, so that the row is not re-created. */
const localIds = new Map<number, LocalId>()
export const localIdOf = (messageId: number): LocalId | undefined => localIds.get(messageId)
export const confirmedIds = (): ReadonlySet<number> => new Set(localIds.keys())

/** Wait for the event before fetching the message: unsubscribed channels send none. */
const echoTimeoutMs = 1_500
/** Delay before fetching again after a failure. */
const fetchRetryMs = 5_000

/** Shows a confirmed message as pending until its event arrives or it was fetched. */
export function awaitEcho(localId: LocalId, messageId: number, { place }: { place: Conversation }): void {
  localIds.set(messageId, localId)
  if (messages.get(messageId) !== undefined) return
  usePendingEchoes.setState(({ landings }) => ({ landings: [...landings, { localId, messageId, place }] }))
  const stop = messages.subscribe(messageId, done)
  let timer = setTimeout(() => void fetchOrRetry(), echoTimeoutMs)
  async function fetchOrRetry() {
    if (await fetchMessage(messageId, place)) done()
    else if (messages.get(messageId) === undefined)
      timer = setTimeout(() => void fetchOrRetry(), fetchRetryMs)
  }
  function done() {
    stop()
    clearTimeout(timer)
    usePendingEchoes.setState(({ landings }) => ({
      landings: landings.filter((one) => one.messageId !== messageId),
    }))
  }
}

/** Returns false if it should be retried. */
async function fetchMessage(messageId: number, place: Conversation): Promise<boolean> {
  const since = messages.position
  try {
    const { messages: found } = await api.getMessages({
      message_ids: [messageId],
      narrow:
        place.kind === 'topic' ? [{ operator: 'channel', operand: place.channelId, negated: false }] : [],
      client_external_avatar: true,
      allow_empty_topic_name: true,
    })
    messages.put(found, since)
    for (const feed of openFeeds()) feed.noticed(messageId)
    return true
  } catch (error) {
    detectSessionEnd(error)
    return error instanceof ApiError && !error.isTemporary
  }
}

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
  /** Arrived at the server and not yet here: still shown as they were written. */
  landings: readonly PendingEcho[]
}

export const usePendingEchoes = create<EchoState>(() => ({ landings: [] }))

/** What the rows of messages were called before they had an id: it stays their name, so that they are not drawn anew. */
const localIds = new Map<number, LocalId>()
export const localIdOf = (messageId: number): LocalId | undefined => localIds.get(messageId)
export const confirmedIds = (): ReadonlySet<number> => new Set(localIds.keys())

/** How long to wait for the event before the message is fetched: for channels that one is not subscribed to there is none. */
const echoTimeoutMs = 1_500
/** Where nobody answers it is shown as it was written, and asked for again. */
const fetchRetryMs = 5_000

/** The server has it. It is shown as pending until it is known here as well. */
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

/** False if it is worth another try. */
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

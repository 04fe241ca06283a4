import { ApiError } from '@loquat/client'
import { create } from 'zustand'
import { openFeeds } from '../feed/feeds.ts'
import type { LocalId } from '../feed/rows.ts'
import { api } from '../session/api.ts'
import { messages, noteEnd } from '../session/session.ts'
import type { Conversation } from './conversation.ts'

export interface Landing {
  localId: LocalId
  messageId: number
  place: Conversation
}

interface State {
  /** Arrived at the server and not yet here: still shown as they were written. */
  landings: readonly Landing[]
}

export const useLandings = create<State>(() => ({ landings: [] }))

/** What the rows of messages were called before they had an id: it stays their name, so that they are not drawn anew. */
const localIds = new Map<number, LocalId>()
export const localIdOf = (messageId: number): LocalId | undefined => localIds.get(messageId)
export const takenIds = (): ReadonlySet<number> => new Set(localIds.keys())

/** How long to wait for the event before the message is fetched: for channels that one is not subscribed to there is none. */
const patience = 1_500
/** Where nobody answers it is shown as it was written, and asked for again. */
const untilNext = 5_000

/** The server has it. It is shown as pending until it is known here as well. */
export function landed(localId: LocalId, messageId: number, { place }: { place: Conversation }): void {
  localIds.set(messageId, localId)
  if (messages.get(messageId) !== undefined) return
  useLandings.setState(({ landings }) => ({ landings: [...landings, { localId, messageId, place }] }))
  const stop = messages.subscribe(messageId, done)
  let timer = setTimeout(() => void look(), patience)
  async function look() {
    if (await fetchMessage(messageId, place)) done()
    else if (messages.get(messageId) === undefined) timer = setTimeout(() => void look(), untilNext)
  }
  function done() {
    stop()
    clearTimeout(timer)
    useLandings.setState(({ landings }) => ({
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
    noteEnd(error)
    return error instanceof ApiError && !error.isTemporary
  }
}

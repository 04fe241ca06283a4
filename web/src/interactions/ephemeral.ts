import type { EphemeralMessageObject } from '@loquat/contract'
import { create } from 'zustand'
import { type ConversationKey, dmAmong, keyOf } from '../navigation/conversation.ts'
import { myId, onEvents } from '../session/session.ts'

/** Beyond this, the oldest are dropped. */
const maxShown = 50
const expiryCheckMs = 30_000
const none: readonly EphemeralMessageObject[] = []

/** Texts of bots that only the reader sees. They are gone after a reload, as nothing stores them. */
const useEphemeral = create<{ shown: readonly EphemeralMessageObject[] }>(() => ({ shown: none }))

export function startEphemeralSync(): void {
  onEvents((events) => {
    const added = events.flatMap((event) =>
      event.type === 'ephemeral_message' ? event.ephemeral_message : [],
    )
    if (added.length > 0) change((shown) => [...shown, ...added].slice(-maxShown))
  })
  setInterval(() => change((shown) => shown), expiryCheckMs)
}

function change(edit: (shown: readonly EphemeralMessageObject[]) => readonly EphemeralMessageObject[]): void {
  const before = useEphemeral.getState().shown
  const shown = edit(before).filter((one) => one.expires_timestamp * 1_000 > Date.now())
  if (shown.length !== before.length || shown.some((one, n) => one !== before[n])) {
    useEphemeral.setState({ shown })
  }
}

export const dismissEphemeral = (id: number): void =>
  change((shown) => shown.filter((one) => one.ephemeral_id !== id))

/** Texts below a message. */
export function useEphemeralBelow(messageId: number): readonly EphemeralMessageObject[] {
  const shown = useEphemeral((state) => state.shown)
  return shown === none || shown.length === 0 ? none : shown.filter((one) => one.message_id === messageId)
}

/** Texts that belong to no message, in a conversation or in all of them. */
export function useEphemeralIn(key: ConversationKey | undefined): readonly EphemeralMessageObject[] {
  const shown = useEphemeral((state) => state.shown)
  return shown.length === 0
    ? none
    : shown.filter((one) => one.message_id === undefined && (key === undefined || keyIn(one) === key))
}

function keyIn({ stream_id, topic = '', user_ids = [] }: EphemeralMessageObject): ConversationKey {
  return keyOf(
    stream_id === undefined ? dmAmong(user_ids, myId()) : { kind: 'topic', channelId: stream_id, topic },
  )
}

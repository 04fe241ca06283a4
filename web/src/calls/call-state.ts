import type { CallObject } from '@loquat/contract'
import { create } from 'zustand'
import { type Conversation, type ConversationKey, dmAmong, keyOf } from '../navigation/conversation.ts'
import { myId } from '../session/session.ts'

interface Calls {
  /** Calls in progress, by ID. */
  calls: Readonly<Record<number, CallObject>>
  /** The call that this tab takes part in. */
  joinedId: number | undefined
}

export const useCalls = create<Calls>(() => ({ calls: {}, joinedId: undefined }))

type Listener = (call: CallObject) => void
const listeners = new Set<Listener>()

/** Calls back for each call that changes. Returns a function that removes the callback. */
export function onCall(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function putCall(call: CallObject): void {
  const { [call.call_id]: _, ...others } = useCalls.getState().calls
  useCalls.setState({ calls: call.ended_timestamp === null ? { ...others, [call.call_id]: call } : others })
  for (const listener of listeners) listener(call)
}

/** The conversation of a call. */
export const placeOfCall = ({ stream_id, topic = '', user_ids = [] }: CallObject): Conversation =>
  stream_id === undefined ? dmAmong(user_ids, myId()) : { kind: 'topic', channelId: stream_id, topic }

export const keyOfCall = (call: CallObject): ConversationKey => keyOf(placeOfCall(call))

/** The call in progress in a conversation. */
export const useCallIn = (key: ConversationKey): CallObject | undefined =>
  useCalls(({ calls }) => Object.values(calls).find((call) => keyOfCall(call) === key))

export const isInCall = ({ participants }: CallObject, userId: number): boolean =>
  participants.some((participant) => participant.user_id === userId)

import { create } from 'zustand'
import { type ConversationKey, dmAmong, keyOf } from './conversation.ts'
import { myId, onEvents, org } from './session.ts'

/** Who is writing, by conversation, and until when that is believed. */
type Writers = ReadonlyMap<ConversationKey, ReadonlyMap<number, number>>

const useTyping = create<{ writers: Writers }>(() => ({ writers: new Map() }))
const none: readonly number[] = []

export function useWriters(key: ConversationKey): readonly number[] {
  const people = useTyping(({ writers }) => writers.get(key))
  return people === undefined ? none : [...people.keys()]
}

export function followTyping(): void {
  onEvents((events) => {
    for (const event of events) {
      if (event.type === 'typing') {
        const { sender, op } = event
        if (sender.user_id === myId()) continue
        const key =
          event.message_type === 'stream'
            ? keyOf({ kind: 'topic', channelId: event.stream_id ?? 0, topic: event.topic ?? '' })
            : keyOf(
                dmAmong(
                  (event.recipients ?? []).map((one) => one.user_id),
                  myId(),
                ),
              )
        note(key, sender.user_id, op === 'start')
      } else if (event.type === 'message') {
        forget(event.message.sender_id)
      }
    }
  })
  setInterval(expire, 5_000)
}

function note(key: ConversationKey, userId: number, isWriting: boolean): void {
  const { writers } = useTyping.getState()
  const people = new Map(writers.get(key))
  if (isWriting) {
    people.set(userId, Date.now() + (org().server_typing_started_expiry_period_milliseconds ?? 45_000))
  } else if (!people.delete(userId)) return
  put(key, people)
}

function put(key: ConversationKey, people: ReadonlyMap<number, number>): void {
  useTyping.setState(({ writers }) => {
    const next = new Map(writers)
    if (people.size === 0) next.delete(key)
    else next.set(key, people)
    return { writers: next }
  })
}

/** Whose message is there writes no more. */
function forget(userId: number): void {
  for (const [key, people] of useTyping.getState().writers) if (people.has(userId)) note(key, userId, false)
}

function expire(): void {
  const now = Date.now()
  for (const [key, people] of useTyping.getState().writers) {
    const left = new Map([...people].filter(([, until]) => until > now))
    if (left.size !== people.size) put(key, left)
  }
}

import type { QueueEvent } from '@loquat/contract'
import { create } from 'zustand'
import { type Conversation, type ConversationKey, dmAmong, keyOf } from '../navigation/conversation.ts'
import { myId, onEvents, org } from '../session/session.ts'
import { applyTyping, expireTyping, noTyping, type TypingEvent, type TypingState } from './typing-state.ts'

const useTyping = create<{ typing: TypingState }>(() => ({ typing: noTyping }))
const noUsers: readonly number[] = []

export function useWriters(key: ConversationKey): readonly number[] {
  const people = useTyping(({ typing }) => typing.writers.get(key))
  return people === undefined ? noUsers : [...people.keys()]
}

/** Users who are editing a message of a conversation. */
export function useEditors(key: ConversationKey): readonly number[] {
  const edits = useTyping(({ typing }) => typing.edits)
  if (edits.size === 0) return noUsers
  return [...new Set([...edits.values()].filter((one) => one.key === key).map((one) => one.userId))]
}

export const useIsBeingEdited = (messageId: number): boolean =>
  useTyping(({ typing }) => typing.edits.has(messageId))

export function startTypingSync(): void {
  onEvents((events) => {
    const until = Date.now() + (org().server_typing_started_expiry_period_milliseconds ?? 45_000)
    change((before) =>
      events.reduce((typing, event) => {
        const typingEvent = typingEventOf(event)
        return typingEvent === undefined ? typing : applyTyping(typing, typingEvent, until)
      }, before),
    )
  })
  setInterval(() => change((before) => expireTyping(before, Date.now())), 5_000)
}

function change(edit: (before: TypingState) => TypingState): void {
  const before = useTyping.getState().typing
  const typing = edit(before)
  if (typing !== before) useTyping.setState({ typing })
}

function typingEventOf(event: QueueEvent): TypingEvent | undefined {
  if (event.type === 'message') return { kind: 'said', userId: event.message.sender_id }
  if (event.type === 'update_message') return { kind: 'changed', messageId: event.message_id }
  if (event.type === 'typing') {
    const userId = event.sender.user_id
    if (userId === myId()) return undefined
    const conversation: Conversation =
      event.message_type === 'stream'
        ? { kind: 'topic', channelId: event.stream_id ?? 0, topic: event.topic ?? '' }
        : dmAmong(
            (event.recipients ?? []).map((one) => one.user_id),
            myId(),
          )
    return { kind: 'writes', key: keyOf(conversation), userId, isOn: event.op === 'start' }
  }
  if (event.type !== 'typing_edit_message' || event.sender_id === myId()) return undefined
  const { recipient, sender_id: userId, message_id: messageId } = event
  const conversation: Conversation =
    recipient.type === 'channel'
      ? { kind: 'topic', channelId: recipient.channel_id ?? 0, topic: recipient.topic ?? '' }
      : dmAmong(recipient.user_ids ?? [], myId())
  return { kind: 'edits', key: keyOf(conversation), userId, messageId, isOn: event.op === 'start' }
}

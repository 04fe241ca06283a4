import { channelById } from '../channels/channels.ts'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { myId, org } from '../session/session.ts'

/** The server sends no typing events to larger channels. */
const maxSubscribers = 100

/** Where the reader is typing: in a conversation, or in a message being edited. */
interface TypingTarget {
  conversation: Conversation
  messageId?: number | undefined
}

let reported: (TypingTarget & { at: number }) | undefined
let stopTimer: ReturnType<typeof setTimeout> | undefined

/** Sends typing notifications at intervals while the reader types, and one when they stop. */
export function reportTyping(
  conversation: Conversation | undefined,
  subscribers: number | undefined,
  messageId?: number,
): void {
  if (conversation === undefined || !isReportEnabled(conversation, subscribers)) {
    stopTyping()
    return
  }
  if (
    reported !== undefined &&
    (keyOf(reported.conversation) !== keyOf(conversation) || reported.messageId !== messageId)
  )
    stopTyping()
  const now = Date.now()
  const again = org().server_typing_started_wait_period_milliseconds ?? 10_000
  if (reported === undefined || now - reported.at >= again) {
    reported = { conversation, messageId, at: now }
    sendTypingStatus('start', reported)
  }
  clearTimeout(stopTimer)
  stopTimer = setTimeout(stopTyping, org().server_typing_stopped_wait_period_milliseconds ?? 5_000)
}

export function stopTyping(): void {
  clearTimeout(stopTimer)
  if (reported !== undefined) sendTypingStatus('stop', reported)
  reported = undefined
}

function isReportEnabled(conversation: Conversation, subscribers: number | undefined): boolean {
  const settings = org().user_settings
  if (conversation.kind === 'dm') {
    return settings?.send_private_typing_notifications !== false && conversation.userIds.length > 0
  }
  return settings?.send_stream_typing_notifications !== false && (subscribers ?? 0) <= maxSubscribers
}

/** Failures are ignored: typing status is best effort. */
function sendTypingStatus(op: 'start' | 'stop', { conversation, messageId }: TypingTarget): void {
  if (messageId !== undefined) {
    void api.setEditingStatus({ message_id: messageId, op }).catch(() => {})
    return
  }
  // The channel was archived or is no longer visible.
  if (conversation.kind === 'topic' && channelById(conversation.channelId)?.is_archived !== false) return
  const to =
    conversation.kind === 'dm'
      ? { type: 'direct' as const, to: [...conversation.userIds, myId()] }
      : { type: 'stream' as const, stream_id: conversation.channelId, topic: conversation.topic }
  void api.setTypingStatus({ op, ...to }).catch(() => {})
}

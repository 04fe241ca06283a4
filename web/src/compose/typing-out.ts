import { channelById } from '../channels/channels.ts'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { myId, org } from '../session/session.ts'

/** Above so many subscribers nobody is told, so nobody is asked to tell. */
const mostSubscribers = 100

/** What others are told of: that something is being written in a conversation, or a message of it changed. */
interface Told {
  place: Conversation
  messageId?: number | undefined
}

let told: (Told & { at: number }) | undefined
let quiet: ReturnType<typeof setTimeout> | undefined

/** Somebody types: others are told now and then, and once when it is over. */
export function noteTyping(
  place: Conversation | undefined,
  subscribers: number | undefined,
  messageId?: number,
): void {
  if (place === undefined || !isWanted(place, subscribers)) {
    stopTyping()
    return
  }
  if (told !== undefined && (keyOf(told.place) !== keyOf(place) || told.messageId !== messageId)) stopTyping()
  const now = Date.now()
  const again = org().server_typing_started_wait_period_milliseconds ?? 10_000
  if (told === undefined || now - told.at >= again) {
    told = { place, messageId, at: now }
    tell('start', told)
  }
  clearTimeout(quiet)
  quiet = setTimeout(stopTyping, org().server_typing_stopped_wait_period_milliseconds ?? 5_000)
}

export function stopTyping(): void {
  clearTimeout(quiet)
  if (told !== undefined) tell('stop', told)
  told = undefined
}

function isWanted(place: Conversation, subscribers: number | undefined): boolean {
  const settings = org().user_settings
  if (place.kind === 'dm') {
    return settings?.send_private_typing_notifications !== false && place.userIds.length > 0
  }
  return settings?.send_stream_typing_notifications !== false && (subscribers ?? 0) <= mostSubscribers
}

/** Nobody misses it if it fails. */
function tell(op: 'start' | 'stop', { place, messageId }: Told): void {
  if (messageId !== undefined) {
    void api.setEditingStatus({ message_id: messageId, op }).catch(() => {})
    return
  }
  // It was archived meanwhile, or is not to be seen any more.
  if (place.kind === 'topic' && channelById(place.channelId)?.is_archived !== false) return
  const to =
    place.kind === 'dm'
      ? { type: 'direct' as const, to: [...place.userIds, myId()] }
      : { type: 'stream' as const, stream_id: place.channelId, topic: place.topic }
  void api.setTypingStatus({ op, ...to }).catch(() => {})
}

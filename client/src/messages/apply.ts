import type { BodyOf, FetchedMessage, MessageFlag } from '@loquat/contract'

/** Applies an edit, a move or a re-rendering to an affected message. */
export function withUpdate(message: FetchedMessage, event: BodyOf<'update_message'>): FetchedMessage {
  const next = { ...message }
  const isMove = event.subject !== undefined || event.new_stream_id !== undefined
  if (isMove) {
    if (event.subject !== undefined) {
      next.subject = event.subject
      next.topic_links = event.topic_links ?? []
    }
    if (event.new_stream_id !== undefined) next.stream_id = event.new_stream_id
    if (!event.rendering_only) next.last_moved_timestamp = event.edit_timestamp
  }
  if (event.message_id !== message.id) return next
  if (event.rendered_content !== undefined) {
    next.content =
      message.content_type === 'text/html' ? event.rendered_content : (event.content ?? next.content)
    next.rendered_content = event.rendered_content
    next.is_me_message = event.is_me_message ?? next.is_me_message
    next.flags = withDerivedFlags(message.flags, event.flags)
    if (!event.rendering_only && event.content !== undefined) next.last_edit_timestamp = event.edit_timestamp
  }
  return next
}

/** Mention flags come from the new text; the reader's own flags are kept. */
const withDerivedFlags = (own: readonly MessageFlag[], fromEvent: readonly MessageFlag[]) => [
  ...own.filter((flag) => personalFlags.has(flag)),
  ...fromEvent.filter((flag) => !personalFlags.has(flag)),
]
const personalFlags = new Set<MessageFlag>(['read', 'starred', 'collapsed', 'historical'])

export function withReaction(message: FetchedMessage, event: BodyOf<'reaction:add'>): FetchedMessage {
  const { emoji_name, emoji_code, reaction_type, user_id, skin_tone } = event
  const tone = skin_tone === undefined ? {} : { skin_tone }
  if (message.reactions.some((one) => isSame(one, event))) return message
  return {
    ...message,
    reactions: [...message.reactions, { emoji_name, emoji_code, reaction_type, user_id, ...tone }],
  }
}

export function withoutReaction(message: FetchedMessage, event: BodyOf<'reaction:remove'>): FetchedMessage {
  return { ...message, reactions: message.reactions.filter((one) => !isSame(one, event)) }
}

type Reaction = Pick<FetchedMessage['reactions'][number], 'emoji_code' | 'reaction_type' | 'user_id'>
const isSame = (a: Reaction, b: Reaction) =>
  a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type && a.user_id === b.user_id

export function withSubmessage(message: FetchedMessage, event: BodyOf<'submessage'>): FetchedMessage {
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event
  if (message.submessages.some((one) => one.id === id)) return message
  // New components or cards of a message replace the earlier ones.
  const earlier =
    msg_type === 'components' || msg_type === 'call'
      ? message.submessages.filter((one) => one.msg_type !== msg_type)
      : message.submessages
  return {
    ...message,
    submessages: [...earlier, { id, message_id, sender_id, msg_type, content }],
  }
}

export function withFlagSet(message: FetchedMessage, flag: string, isSet: boolean): FetchedMessage {
  const name = flag as MessageFlag
  if (message.flags.includes(name) === isSet) return message
  const flags = isSet ? [...message.flags, name] : message.flags.filter((one) => one !== name)
  return { ...message, flags }
}

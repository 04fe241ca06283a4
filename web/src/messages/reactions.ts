import type { FetchedMessage } from '@loquat/contract'
import type { ReactionEmoji } from '../feed/group-reactions.ts'
import { api } from '../session/api.ts'
import { messages, myId } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'

const isSame = (emoji: ReactionEmoji) => (one: ReactionEmoji & { user_id: number }) =>
  one.user_id === myId() && one.emoji_code === emoji.emoji_code && one.reaction_type === emoji.reaction_type

/** Adds or removes a reaction. Applied immediately, and reverted if the server denies it. */
export async function toggleReaction(messageId: number, emoji: ReactionEmoji): Promise<void> {
  const message = messages.get(messageId)
  if (message === undefined) return
  const isOwn = message.reactions.some(isSame(emoji))
  show(messageId, emoji, !isOwn)
  try {
    const input = { message_id: messageId, ...emoji }
    await (isOwn ? api.removeReaction(input) : api.addReaction(input))
  } catch (error) {
    show(messageId, emoji, isOwn)
    showErrorToast(error)
  }
}

function show(messageId: number, emoji: ReactionEmoji, isThere: boolean): void {
  messages.change(messageId, (message): FetchedMessage => {
    const others = message.reactions.filter((one) => !isSame(emoji)(one))
    return { ...message, reactions: isThere ? [...others, { ...emoji, user_id: myId() }] : others }
  })
}

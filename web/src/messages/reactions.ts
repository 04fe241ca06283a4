import type { FetchedMessage } from '@loquat/contract'
import { toneOfReaction } from '../emoji/skin-tones.ts'
import type { ReactionEmoji } from '../feed/group-reactions.ts'
import { api } from '../session/api.ts'
import { messages, myId } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'

const isSame = (emoji: ReactionEmoji) => (one: ReactionEmoji & { user_id: number }) =>
  one.user_id === myId() && one.emoji_code === emoji.emoji_code && one.reaction_type === emoji.reaction_type

/** A reaction in the reader's own skin tone. */
export const inOwnTone = (emoji: ReactionEmoji): ReactionEmoji => ({
  ...emoji,
  ...toneOfReaction({ code: emoji.emoji_code, type: emoji.reaction_type }),
})

/** Adds or removes a reaction. Applied immediately, and reverted if the server denies it. */
export async function toggleReaction(messageId: number, emoji: ReactionEmoji): Promise<void> {
  const message = messages.get(messageId)
  if (message === undefined) return
  const isOwn = message.reactions.some(isSame(emoji))
  show(messageId, emoji, !isOwn)
  try {
    const { skin_tone, ...base } = emoji
    const input = { message_id: messageId, ...base }
    await (isOwn
      ? api.removeReaction(input)
      : api.addReaction(skin_tone === undefined ? input : { ...input, skin_tone }))
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

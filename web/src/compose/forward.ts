import type { FetchedMessage } from '@loquat/contract'
import { channelById } from '../channels/channels.ts'
import { stopHoldingKeys } from '../keyboard/held-keys.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { myId, org } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { composeTo, holdKeysForCompose, openForward } from './compose.ts'
import { messageLink, quoteText } from './quote-text.ts'

/** Opens the box with a quoted message and no recipient. */
export async function forward(message: FetchedMessage): Promise<void> {
  const { id, sender_id: userId, sender_full_name: name } = message
  const conversation = conversationOf(message, myId())
  holdKeysForCompose()
  try {
    const { raw_content: source } = await api.getMessage({ message_id: id, apply_markdown: false })
    const channel = conversation.kind === 'topic' ? (channelById(conversation.channelId)?.name ?? '') : ''
    const link = messageLink(org().realm_url ?? location.origin, conversation, id, channel)
    openForward(quoteText({ name, userId, link, source, said: 'said' }))
  } catch (error) {
    stopHoldingKeys()
    showErrorToast(error)
  }
}

/** Replies in the conversation, with a mention of the sender. */
export function replyWithMention(message: FetchedMessage): void {
  const { sender_full_name: name, sender_id: id } = message
  const isShared = (org().realm_users ?? []).filter((user) => user.full_name === name).length > 1
  composeTo(conversationOf(message, myId()), { text: `@**${name}${isShared ? `|${id}` : ''}** ` })
}

import type { FetchedMessage } from '@loquat/contract'
import { channelById } from '../channels/channels.ts'
import { stopHoldingKeys } from '../keyboard/held-keys.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { myId, org } from '../session/session.ts'
import { sayError } from '../shell/toasts.ts'
import { composeTo, holdKeysForCompose, openCompose } from './compose.ts'
import { messageLink, quoteText } from './quote-text.ts'
import { nobody } from './recipient.ts'

/** Puts a message into the box for somebody else, who is still to be chosen. */
export async function forward(message: FetchedMessage): Promise<void> {
  const { id, sender_id: userId, sender_full_name: name } = message
  const conversation = conversationOf(message, myId())
  holdKeysForCompose()
  try {
    const { raw_content: source } = await api.getMessage({ message_id: id, apply_markdown: false })
    const channel = conversation.kind === 'topic' ? (channelById(conversation.channelId)?.name ?? '') : ''
    const link = messageLink(org().realm_url ?? location.origin, conversation, id, channel)
    openCompose({
      to: nobody,
      isNew: true,
      text: quoteText({ name, userId, link, source, said: 'said' }),
      focus: 'recipient',
    })
  } catch (error) {
    stopHoldingKeys()
    sayError(error)
  }
}

/** Answers where it was said, beginning with the name of who said it. */
export function replyWithMention(message: FetchedMessage): void {
  const { sender_full_name: name, sender_id: id } = message
  const isShared = (org().realm_users ?? []).filter((user) => user.full_name === name).length > 1
  composeTo(conversationOf(message, myId()), { text: `@**${name}${isShared ? `|${id}` : ''}** ` })
}

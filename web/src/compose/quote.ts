import type { MessageObject } from '@loquat/contract'
import { channelById } from '../channels/channels.ts'
import { stopHoldingKeys } from '../keyboard/held-keys.ts'
import { conversationOf } from '../navigation/conversation.ts'
import { api } from '../session/api.ts'
import { myId, org } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { composeTo, holdKeysForCompose, type MessageHeader } from './compose.ts'
import { messageLink, quoteText } from './quote-text.ts'

/** Quotes a message, or the selected part of it, in the compose box. */
export async function quote(
  message: MessageHeader & Pick<MessageObject, 'id' | 'sender_full_name'>,
): Promise<void> {
  const conversation = conversationOf(message, myId())
  const selected = getSelection()?.toString().trim() ?? ''
  holdKeysForCompose()
  try {
    const source = selected !== '' && isSelectedIn(message.id) ? selected : await sourceOf(message.id)
    const channel = conversation.kind === 'topic' ? (channelById(conversation.channelId)?.name ?? '') : ''
    const link = messageLink(org().realm_url ?? location.origin, conversation, message.id, channel)
    const { sender_id: userId, sender_full_name: name } = message
    composeTo(conversation, { text: quoteText({ name, userId, link, source, said: 'said' }) })
  } catch (error) {
    stopHoldingKeys()
    showErrorToast(error)
  }
}

function isSelectedIn(id: number): boolean {
  const node = getSelection()?.anchorNode
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest(`[data-message="${id}"]`) != null
}

async function sourceOf(id: number): Promise<string> {
  const { raw_content: source } = await api.getMessage({
    message_id: id,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return source
}

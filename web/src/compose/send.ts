import { ownStorage } from '../device/shared-computer.ts'
import { removeDraft } from '../drafts/drafts.ts'
import { unread } from '../lib/derived.ts'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { feedKey, isFeed } from '../navigation/narrow.ts'
import { navigate, useRouter } from '../navigation/router.ts'
import { enqueue } from '../outbox/outbox-run.ts'
import { api } from '../session/api.ts'
import { myId, org } from '../session/session.ts'
import { showErrorToast, showToast, showUndoToast } from '../shell/toasts.ts'
import { resumeReading } from '../unread/mark-read-pause.ts'
import { clearUploads } from '../uploads/uploads.ts'
import { clearCompose, closeCompose, compose, openCompose, requestFocus, saveNow } from './compose.ts'
import { linksOfFiles } from './compose-files.ts'
import { toConversation, toRecipient } from './recipient.ts'
import { stopTyping } from './typing-status.ts'
import { wireRecipient } from './wire-recipient.ts'

/** The message to send: the text, then the links to the files. */
export function outgoingText(): string {
  const { text } = compose()
  const links = linksOfFiles()
  return [...(text.trim() === '' ? [] : [text.trimEnd()]), ...links].join('\n')
}

/** Sends the message and empties the box in the same frame. */
export function sendNow(): void {
  const conversation = toConversation(compose().to, myId())
  const content = outgoingText()
  if (conversation === undefined || content === '') return
  saveNow()
  const { draftId } = compose()
  // Its request can wait until the message is drawn.
  setTimeout(stopTyping)
  enqueue(conversation, content, draftId)
  clearUploads(draftId)
  clearCompose()
  resumeReading()
  showSentMessage(conversation)
  requestFocus('text')
}

/** Opens the conversation of the sent message, or offers a link if it has unread messages, which opening would mark as read. */
function showSentMessage(conversation: Conversation): void {
  const { view } = useRouter.getState()
  if (isFeed(view) && (feedKey(view) === keyOf(conversation) || includesConversation(view, conversation)))
    return
  const isUnread = unread().conversations.has(keyOf(conversation))
  if (org().user_settings?.web_navigate_to_sent_message !== false && !isUnread) {
    navigate(conversation)
    return
  }
  if (compose().isFloating) closeCompose()
  showToast('compose.sent', { action: { label: 'compose.goThere', run: () => navigate(conversation) } })
}

const includesConversation = (view: { kind: string; channelId?: number }, conversation: Conversation) =>
  view.kind === 'feed' ||
  (view.kind === 'channel' && conversation.kind === 'topic' && view.channelId === conversation.channelId) ||
  (view.kind === 'dms' && conversation.kind === 'dm')

/** Schedules the message in the box, `at` in seconds. */
export async function scheduleSend(at: number): Promise<void> {
  const conversation = toConversation(compose().to, myId())
  const content = outgoingText()
  if (conversation === undefined || content === '') return
  saveNow()
  const { draftId } = compose()
  try {
    const { scheduled_message_id: id } = await api.createScheduledMessage({
      ...wireRecipient(conversation),
      content,
      scheduled_delivery_timestamp: at,
      read_by_sender: true,
    })
    stopTyping()
    removeDraft(draftId)
    clearUploads(draftId)
    clearCompose()
    requestFocus('text')
    ownStorage().setItem('schedule.last', String(at))
    showUndoToast('compose.scheduled', () => void unschedule(id, conversation, content), {
      at: new Date(at * 1_000),
    })
  } catch (error) {
    showErrorToast(error)
  }
}

async function unschedule(id: number, conversation: Conversation, content: string): Promise<void> {
  try {
    await api.deleteScheduledMessage({ scheduled_message_id: id })
    openCompose({ to: toRecipient(conversation, myId()), text: content, focus: 'text' })
  } catch (error) {
    showErrorToast(error)
  }
}

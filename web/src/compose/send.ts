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
import { clearCompose, closeCompose, compose, keepNow, openCompose, requestFocus } from './compose.ts'
import { linksOfUploads } from './compose-files.ts'
import { toConversation, toRecipient } from './recipient.ts'
import { stopTyping } from './typing-out.ts'
import { wireRecipient } from './wire-recipient.ts'

/** What goes out: the text, and below it the links of the files. */
export function outgoingText(): string {
  const { text } = compose()
  const links = linksOfUploads()
  return [...(text.trim() === '' ? [] : [text.trimEnd()]), ...links].join('\n')
}

/** Sends what is in the box. It is empty and ready for the next text in the same frame. */
export function sendNow(): void {
  const place = toConversation(compose().to, myId())
  const content = outgoingText()
  if (place === undefined || content === '') return
  keepNow()
  const { draftId } = compose()
  stopTyping()
  enqueue(place, content, draftId)
  clearUploads(draftId)
  clearCompose()
  resumeReading()
  goOrTell(place)
  requestFocus('text')
}

/** Shows what was sent elsewhere, or a link to it. Going there would mark what is unread there as read, so then it is the link. */
function goOrTell(place: Conversation): void {
  const { view } = useRouter.getState()
  if (isFeed(view) && (feedKey(view) === keyOf(place) || holds(view, place))) return
  const isUnread = unread().conversations.has(keyOf(place))
  if (org().user_settings?.web_navigate_to_sent_message !== false && !isUnread) {
    navigate(place)
    return
  }
  if (compose().isFloating) closeCompose()
  showToast('compose.sent', { action: { label: 'compose.goThere', run: () => navigate(place) } })
}

const holds = (view: { kind: string; channelId?: number }, place: Conversation) =>
  view.kind === 'feed' ||
  (view.kind === 'channel' && place.kind === 'topic' && view.channelId === place.channelId) ||
  (view.kind === 'dms' && place.kind === 'dm')

/** Sends what is in the box later. `at` in seconds. Answers why not, if so. */
export async function scheduleSend(at: number): Promise<void> {
  const place = toConversation(compose().to, myId())
  const content = outgoingText()
  if (place === undefined || content === '') return
  keepNow()
  const { draftId } = compose()
  try {
    const { scheduled_message_id: id } = await api.createScheduledMessage({
      ...wireRecipient(place),
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
    showUndoToast('compose.scheduled', () => void unschedule(id, place, content), {
      at: new Date(at * 1_000),
    })
  } catch (error) {
    showErrorToast(error)
  }
}

async function unschedule(id: number, place: Conversation, content: string): Promise<void> {
  try {
    await api.deleteScheduledMessage({ scheduled_message_id: id })
    openCompose({ to: toRecipient(place, myId()), text: content, focus: 'text' })
  } catch (error) {
    showErrorToast(error)
  }
}

import type { ScheduledMessageObject } from '@loquat/contract'
import { useEffect } from 'react'
import { syncLater } from '../drafts/draft-sync.ts'
import { storeDraft } from '../drafts/drafts.ts'
import { type Conversation, dmAmong } from '../navigation/conversation.ts'
import { enqueue } from '../outbox/outbox-run.ts'
import { api } from '../session/api.ts'
import { useResource } from '../session/resource.ts'
import { myId, onEvents, org } from '../session/session.ts'
import { showErrorToast, showToast, showUndoToast } from '../shell/toasts.ts'
import { toRecipient } from './recipient.ts'
import { failuresIn } from './scheduled-failures.ts'
import { wireRecipient } from './wire-recipient.ts'

export function conversationOfScheduled({ to, topic = '' }: ScheduledMessageObject): Conversation {
  return typeof to === 'number' ? { kind: 'topic', channelId: to, topic } : dmAmong(to, myId())
}

/** Changes the text and the time, `at` in seconds. Returns whether it succeeded. */
export async function changeScheduled(
  one: ScheduledMessageObject,
  content: string,
  at: number,
): Promise<boolean> {
  if (content === one.content && at === one.scheduled_delivery_timestamp) return true
  try {
    await api.editScheduledMessage({
      scheduled_message_id: one.scheduled_message_id,
      ...(content === one.content ? {} : { content }),
      // The protocol requires a new time for failed messages, even if only the text changed.
      ...(at === one.scheduled_delivery_timestamp && !one.failed ? {} : { scheduled_delivery_timestamp: at }),
    })
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  }
}

/** Deletes the scheduled message before enqueueing it, so that it is not sent twice. */
export async function sendScheduledNow(one: ScheduledMessageObject): Promise<void> {
  try {
    await api.deleteScheduledMessage({ scheduled_message_id: one.scheduled_message_id })
    enqueue(conversationOfScheduled(one), one.content)
    showToast('drafts.sentNow')
  } catch (error) {
    showErrorToast(error)
  }
}

export async function deleteScheduled(one: ScheduledMessageObject): Promise<void> {
  try {
    await api.deleteScheduledMessage({ scheduled_message_id: one.scheduled_message_id })
    showUndoToast('drafts.unscheduled', () => void reschedule(one))
  } catch (error) {
    showErrorToast(error)
  }
}

/** Schedules a deleted message again, or keeps it as a draft if its time has passed. */
async function reschedule(one: ScheduledMessageObject): Promise<void> {
  const conversation = conversationOfScheduled(one)
  try {
    await api.createScheduledMessage({
      ...wireRecipient(conversation),
      content: one.content,
      scheduled_delivery_timestamp: one.scheduled_delivery_timestamp,
      read_by_sender: true,
    })
  } catch {
    const id = crypto.randomUUID()
    storeDraft({ id, to: toRecipient(conversation, myId()), text: one.content, changedAt: Date.now() })
    syncLater(id)
    showToast('drafts.keptAsDraft')
  }
}

const noFailures: ReadonlyMap<number, readonly string[]> = new Map()
const maxBotMessages = 200

const isBot = (id: number) => org().cross_realm_bots?.some((one) => one.user_id === id) === true
const notificationBot = () =>
  org().cross_realm_bots?.find(({ email }) => email.startsWith('notification-bot@'))?.user_id

/** Failure reasons by scheduled time. `failed`: IDs of the failed messages; a change re-fetches the reasons. */
export function useScheduleFailures(failed: readonly number[]): ReadonlyMap<number, readonly string[]> {
  const { value, reload } = useResource(`failures:${failed.join()}`, async (signal) => {
    const bot = notificationBot()
    if (failed.length === 0 || bot === undefined) return noFailures
    const { messages } = await api.getMessages(
      {
        anchor: 'newest',
        num_before: maxBotMessages,
        num_after: 0,
        narrow: [{ operator: 'dm', operand: [bot], negated: false }],
        apply_markdown: false,
      },
      { signal },
    )
    return failuresIn(messages)
  })
  // The bot reports a failure shortly after it happens.
  useEffect(
    () =>
      onEvents((events) => {
        if (events.some((event) => event.type === 'message' && isBot(event.message.sender_id))) reload()
      }),
    [reload],
  )
  return value ?? noFailures
}

import { unread } from '../lib/derived.ts'
import { api } from '../session/api.ts'
import { showProblemToast } from '../shell/error-toasts.ts'
import { showErrorToast, showUndoToast } from '../shell/toasts.ts'
import { channelById } from './channels.ts'
import { markLeaving } from './lost-channel.ts'
import { changeSubscription } from './manage-channels.ts'
import { markUnread } from './topic-actions.ts'

export async function setChannelProperty(
  channelId: number,
  property: 'pin_to_top' | 'is_muted' | 'color',
  value: boolean | string,
): Promise<void> {
  showProblemToast(await changeSubscription(channelId, property, value))
}

export async function markChannelRead(channelId: number): Promise<void> {
  const ids = [...unread().conversations.values()]
    .filter(({ conversation }) => conversation.kind === 'topic' && conversation.channelId === channelId)
    .flatMap((one) => one.ids)
  try {
    await api.markChannelAsRead({ stream_id: channelId })
    if (ids.length > 0) showUndoToast('reading.marked', () => void markUnread(ids), { count: ids.length })
  } catch (error) {
    showErrorToast(error)
  }
}

export async function subscribe(channelId: number): Promise<void> {
  const name = channelById(channelId)?.name
  if (name === undefined) return
  try {
    await api.subscribe({ subscriptions: [{ name }] })
  } catch (error) {
    showErrorToast(error)
  }
}

export async function unsubscribe(channelId: number): Promise<void> {
  const name = channelById(channelId)?.name
  if (name === undefined) return
  const stay = markLeaving(channelId)
  try {
    await api.unsubscribe({ subscriptions: [name] })
    showUndoToast('channel.left', () => void subscribe(channelId), { channel: name })
  } catch (error) {
    stay()
    showErrorToast(error)
  }
}

import { unread } from '../lib/derived.ts'
import { api } from '../session/api.ts'
import { changeOrg } from '../session/session.ts'
import { sayError, sayWithUndo } from '../shell/toasts.ts'
import { channelById } from './channels.ts'
import { markLeaving } from './lost-channel.ts'
import { markUnread } from './topic-actions.ts'

type Property = 'pin_to_top' | 'is_muted' | 'color'

export async function setChannelProperty(
  channelId: number,
  property: Property,
  value: boolean | string,
): Promise<void> {
  const show = (shown: boolean | string) =>
    changeOrg((org) => ({
      ...org,
      subscriptions: org.subscriptions?.map((one) =>
        one.stream_id === channelId ? { ...one, [property]: shown } : one,
      ),
    }))
  show(value)
  try {
    await api.updateSubscriptionProperty({ stream_id: channelId, property, value })
  } catch (error) {
    if (typeof value === 'boolean') show(!value)
    sayError(error)
  }
}

export async function markChannelRead(channelId: number): Promise<void> {
  const ids = [...unread().conversations.values()]
    .filter(({ conversation }) => conversation.kind === 'topic' && conversation.channelId === channelId)
    .flatMap((one) => one.ids)
  try {
    await api.markChannelAsRead({ stream_id: channelId })
    if (ids.length > 0) sayWithUndo('reading.marked', () => void markUnread(ids), { count: ids.length })
  } catch (error) {
    sayError(error)
  }
}

export async function subscribe(channelId: number): Promise<void> {
  const name = channelById(channelId)?.name
  if (name === undefined) return
  try {
    await api.subscribe({ subscriptions: [{ name }] })
  } catch (error) {
    sayError(error)
  }
}

export async function unsubscribe(channelId: number): Promise<void> {
  const name = channelById(channelId)?.name
  if (name === undefined) return
  const stay = markLeaving(channelId)
  try {
    await api.unsubscribe({ subscriptions: [name] })
    sayWithUndo('channel.left', () => void subscribe(channelId), { channel: name })
  } catch (error) {
    stay()
    sayError(error)
  }
}

import { ApiError } from '@loquat/client'
import type { FetchedMessage } from '@loquat/contract'
import { channelById } from '../channels/channels.ts'
import { copyAddress, newestMessageIn, requireNewestMessageIn } from '../channels/topic-actions.ts'
import { addressOf } from '../navigation/router.ts'
import { api } from '../session/api.ts'
import { messages, org } from '../session/session.ts'
import { copyText } from '../shell/copy-text.ts'
import { showErrorToast, showToast, showUndoToast } from '../shell/toasts.ts'
import { pauseReading } from '../unread/mark-read-pause.ts'

const withFlag = (flag: FetchedMessage['flags'][number], isSet: boolean) => (message: FetchedMessage) => ({
  ...message,
  flags: isSet ? [...new Set([...message.flags, flag])] : message.flags.filter((one) => one !== flag),
})

export async function toggleStar(id: number): Promise<void> {
  const isStarred = messages.get(id)?.flags.includes('starred') === true
  messages.change(id, withFlag('starred', !isStarred))
  try {
    await api.updateMessageFlags({ messages: [id], op: isStarred ? 'remove' : 'add', flag: 'starred' })
  } catch (error) {
    messages.change(id, withFlag('starred', isStarred))
    showErrorToast(error)
  }
}

/** Marks a message and those after it unread. Pauses marking as read, which would undo it. */
export async function markUnreadFrom(id: number, ids: readonly number[]): Promise<void> {
  pauseReading()
  try {
    const { ignored_because_not_subscribed_channels: ignored } = await api.updateMessageFlags({
      messages: ids.filter((one) => one >= id).slice(0, 1_000),
      op: 'remove',
      flag: 'read',
    })
    if (ignored.length > 0) showToast('message.notSubscribed')
  } catch (error) {
    showErrorToast(error)
  }
}

export async function deleteMessage(id: number): Promise<void> {
  try {
    await api.deleteMessage({ message_id: id })
  } catch (error) {
    showErrorToast(error)
  }
}

/** Copies a link that keeps working after moves. */
export const copyMessageLink = (id: number) => copyAddress(addressOf({ kind: 'message', id }))

export async function copySource(id: number): Promise<void> {
  const source = await loadSource(id)
  if (source !== undefined) await copyText(source)
}

/** The source of a message. Shows a toast and returns undefined if it cannot be fetched. */
export async function loadSource(id: number): Promise<string | undefined> {
  try {
    return (await api.getMessage({ message_id: id, apply_markdown: false })).raw_content
  } catch (error) {
    showErrorToast(error)
    return undefined
  }
}

export type MoveMode = 'change_one' | 'change_later' | 'change_all'
interface Place {
  channelId: number
  topic: string
}
interface Notices {
  old: boolean
  new: boolean
}

/** Result of a move. If some messages are too old, `moveOthers` moves the rest. */
export type MoveResult = 'done' | 'refused' | { moveOthers: () => Promise<MoveResult> }

/** Moves a message, and by `mode` others of its topic, and offers to undo it. */
export async function moveMessage(
  id: number,
  to: Place,
  mode: MoveMode,
  notices: Notices,
): Promise<MoveResult> {
  const { stream_id: channelId, subject: topic } = messages.get(id) ?? {}
  const from = channelId === undefined || topic === undefined ? undefined : { channelId, topic }
  return await move(id, from, to, mode, notices)
}

export async function moveTopic(from: Place, to: Place, notices: Notices): Promise<MoveResult> {
  const id = await requireNewestMessageIn(from.channelId, from.topic)
  return id === undefined ? 'refused' : await move(id, from, to, 'change_all', notices)
}

async function move(
  id: number,
  from: Place | undefined,
  to: Place,
  mode: MoveMode,
  notices: Notices,
): Promise<MoveResult> {
  // In a merge, moving everything back would include other messages.
  const isMerge = mode !== 'change_one' && (await newestMessageIn(to.channelId, to.topic)) !== undefined
  try {
    await api.updateMessage({
      message_id: id,
      propagate_mode: mode,
      send_notification_to_old_thread: notices.old,
      send_notification_to_new_thread: notices.new,
      ...(from?.topic === to.topic ? {} : { topic: to.topic }),
      ...(from?.channelId === to.channelId ? {} : { stream_id: to.channelId }),
    })
    const silently = { old: false, new: false }
    const values = {
      channel: channelById(to.channelId)?.name ?? '',
      topic: to.topic === '' ? (org().realm_empty_topic_display_name ?? '') : to.topic,
    }
    if (from === undefined || isMerge) showToast('move.done', { values })
    else showUndoToast('move.done', () => void move(id, undefined, from, mode, silently), values)
    return 'done'
  } catch (error) {
    const first = error instanceof ApiError ? error.body.first_message_id_allowed_to_move : undefined
    if (from !== undefined && mode !== 'change_later' && typeof first === 'number') {
      return { moveOthers: () => move(first, from, to, 'change_later', notices) }
    }
    showErrorToast(error)
    return 'refused'
  }
}

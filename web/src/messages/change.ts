import { ApiError } from '@loquat/client'
import type { FetchedMessage } from '@loquat/contract'
import { copyAddress, newestMessageIn, requireNewestMessageIn } from '../channels/topic-actions.ts'
import { addressOf } from '../navigation/router.ts'
import { api } from '../session/api.ts'
import { messages } from '../session/session.ts'
import { say, sayError, sayWithUndo } from '../shell/toasts.ts'
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
    sayError(error)
  }
}

/** Marks a message and what follows it in its list unread. Reading is paused, or it would be read again at once. */
export async function markUnreadFrom(id: number, ids: readonly number[]): Promise<void> {
  pauseReading()
  try {
    const { ignored_because_not_subscribed_channels: ignored } = await api.updateMessageFlags({
      messages: ids.filter((one) => one >= id).slice(0, 1_000),
      op: 'remove',
      flag: 'read',
    })
    if (ignored.length > 0) say('message.notSubscribed')
  } catch (error) {
    sayError(error)
  }
}

export async function deleteMessage(id: number): Promise<void> {
  try {
    await api.deleteMessage({ message_id: id })
  } catch (error) {
    sayError(error)
  }
}

/** The address that survives every move. */
export const copyMessageLink = (id: number) => copyAddress(addressOf({ kind: 'message', id }))

export async function copyText(words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words)
    say('common.copied')
  } catch (error) {
    sayError(error)
  }
}

export async function copySource(id: number): Promise<void> {
  const source = await loadSource(id)
  if (source !== undefined) await copyText(source)
}

/** The text of a message as its author typed it; undefined, with a toast, if it could not be fetched. */
export async function loadSource(id: number): Promise<string | undefined> {
  try {
    return (await api.getMessage({ message_id: id, apply_markdown: false })).raw_content
  } catch (error) {
    sayError(error)
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

/** What became of a move. Where some messages are too old for it, the others can still be moved. */
export type Moved = 'done' | 'refused' | { moveOthers: () => Promise<Moved> }

/** Moves a message and perhaps those after it, and offers to move them back. */
export async function moveMessage(id: number, to: Place, mode: MoveMode, notices: Notices): Promise<Moved> {
  const { stream_id: channelId, subject: topic } = messages.get(id) ?? {}
  const from = channelId === undefined || topic === undefined ? undefined : { channelId, topic }
  return await move(id, from, to, mode, notices)
}

export async function moveTopic(from: Place, to: Place, notices: Notices): Promise<Moved> {
  const id = await requireNewestMessageIn(from.channelId, from.topic)
  return id === undefined ? 'refused' : await move(id, from, to, 'change_all', notices)
}

async function move(
  id: number,
  from: Place | undefined,
  to: Place,
  mode: MoveMode,
  notices: Notices,
): Promise<Moved> {
  // Where something was before, moving everything back would take that along.
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
    if (from === undefined || isMerge) say('move.done')
    else sayWithUndo('move.done', () => void move(id, undefined, from, mode, silently))
    return 'done'
  } catch (error) {
    const first = error instanceof ApiError ? error.body.first_message_id_allowed_to_move : undefined
    if (from !== undefined && mode !== 'change_later' && typeof first === 'number') {
      return { moveOthers: () => move(first, from, to, 'change_later', notices) }
    }
    sayError(error)
    return 'refused'
  }
}

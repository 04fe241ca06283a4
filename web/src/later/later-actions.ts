import type { LaterItemObject } from '@loquat/contract'
import { dateFormat } from '../lib/zoned.ts'
import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { showErrorToast, showToast, showUndoToast } from '../shell/toasts.ts'
import { savedItem } from './later.ts'

/** Saves a message for later, or removes it. */
export async function toggleSaved(messageId: number): Promise<void> {
  const saved = savedItem(messageId)
  if (saved !== undefined) {
    await deleteItem(saved)
    return
  }
  try {
    const { later_id } = await api.addLaterItem({ message_id: messageId })
    showUndoToast('later.saved', () => void api.deleteLaterItem({ later_id }).catch(showErrorToast))
  } catch (error) {
    showErrorToast(error)
  }
}

export interface ReminderInput {
  messageId?: number | undefined
  note: string
  /** In seconds. */
  at: number
}

export const addReminder = ({ messageId, note, at }: ReminderInput): Promise<Problem | undefined> =>
  attempt(() =>
    api.addLaterItem({
      ...(messageId === undefined ? {} : { message_id: messageId }),
      note,
      remind_timestamp: at,
    }),
  )

/** Changes the note and the time, `at` in seconds; null removes the reminder, undefined leaves it. */
export const editReminder = (later_id: number, note: string, at: number | null | undefined) =>
  attempt(() => api.editLaterItem({ later_id, note, ...(at === undefined ? {} : { remind_timestamp: at }) }))

export async function setDone(item: LaterItemObject, isDone: boolean): Promise<void> {
  const { later_id } = item
  try {
    await api.editLaterItem({ later_id, is_done: isDone })
    if (isDone) showUndoToast('later.nowDone', () => void setDone(item, false))
  } catch (error) {
    showErrorToast(error)
  }
}

/** Says when a reminder comes, `at` in milliseconds. */
export function showReminderToast(at: number): void {
  const time = dateFormat(document.documentElement.lang, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at)
  showToast('later.willRemind', { values: { time } })
}

/** Reminds again at a time in milliseconds. */
export async function snooze({ later_id }: LaterItemObject, at: number): Promise<void> {
  try {
    await api.editLaterItem({ later_id, remind_timestamp: Math.floor(at / 1_000) })
    showReminderToast(at)
  } catch (error) {
    showErrorToast(error)
  }
}

export async function deleteItem(item: LaterItemObject): Promise<void> {
  try {
    await api.deleteLaterItem({ later_id: item.later_id })
    showUndoToast('later.deleted', () => void restore(item))
  } catch (error) {
    showErrorToast(error)
  }
}

async function restore({ message_id, note, remind_timestamp: at, is_done }: LaterItemObject): Promise<void> {
  const isAhead = at !== null && at * 1_000 > Date.now()
  try {
    const { later_id } = await api.addLaterItem({
      ...(message_id === null ? {} : { message_id }),
      note,
      ...(isAhead ? { remind_timestamp: at } : {}),
    })
    if (is_done) await api.editLaterItem({ later_id, is_done })
  } catch (error) {
    showErrorToast(error)
  }
}

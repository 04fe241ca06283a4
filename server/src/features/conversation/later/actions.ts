import { apiError, maxLaterItems, maxLaterNote, maxReminderDays } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import { cancel, enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { readableRelation } from '../message-changes/access.ts'
import { sendReminders } from './jobs.ts'
import { presentLaterItem } from './present.ts'
import * as store from './store.ts'

interface LaterInput {
  messageId: number | undefined
  note: string
  remindAt: number | undefined
}

/**
 * Saves a message or a note for later. A message that is saved already is changed. Like sending reminders, all changes lock the
 * log before the item, so that they neither interleave nor deadlock.
 */
export async function addLaterItem(app: App, realm: Realm, user: User, input: LaterInput): Promise<number> {
  const { messageId } = input
  const note = checkedNote(input.note)
  if (messageId === undefined && note === '') throw apiError('later-item-empty')
  const now = app.clock.now()
  const remind_at = input.remindAt === undefined ? null : checkedTime(input.remindAt, now)
  if (messageId !== undefined) await readableRelation(app.database.db, realm, user, messageId)
  return await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    const before = messageId === undefined ? undefined : await store.itemOfMessage(tx, user.id, messageId)
    const fields = { note, remind_at, reminded: false, done_at: null }
    if (before === undefined && (await store.countItems(tx, user.id)) >= maxLaterItems) {
      throw apiError('later-limit-reached', { limit: maxLaterItems })
    }
    const row =
      before === undefined
        ? await store.insertItem(tx, {
            ...fields,
            user_id: user.id,
            message_id: messageId ?? null,
            created_at: new Date(now),
          })
        : await store.updateItem(tx, before.id, fields)
    await publish(tx, before === undefined ? 'add' : 'update', row)
    return row.id
  })
}

export interface LaterChanges {
  note?: string | undefined
  remind_timestamp?: number | null | undefined
  is_done?: boolean | undefined
}

/** A new time makes the item a reminder that is not done. */
export async function editLaterItem(
  app: App,
  realm: Realm,
  user: User,
  id: number,
  { note, remind_timestamp: time, is_done: isDone }: LaterChanges,
): Promise<void> {
  const now = app.clock.now()
  const timeFields =
    time === undefined
      ? {}
      : {
          remind_at: time === null ? null : checkedTime(time, now),
          reminded: false,
          ...(time === null ? {} : { done_at: null }),
        }
  const fields = {
    ...(note === undefined ? {} : { note: checkedNote(note) }),
    ...timeFields,
    ...(isDone === undefined ? {} : { done_at: isDone ? new Date(now) : null }),
  }
  await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    const before = await store.lockItem(tx, user.id, id)
    if (before === undefined) throw apiError('later-item-not-found')
    if (before.message_id === null && fields.note === '') throw apiError('later-item-empty')
    if (Object.keys(fields).length === 0) return
    await publish(tx, 'update', await store.updateItem(tx, id, fields))
  })
}

export async function deleteLaterItem(realm: Realm, user: User, id: number): Promise<void> {
  await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    if (!(await store.deleteItem(tx, user.id, id))) throw apiError('later-item-not-found')
    await cancel(tx.db, jobKey(id))
    tx.publish({ type: 'later_items', op: 'remove', later_id: id }, { users: [user.id] })
  })
}

/** Publishes the item, and enqueues its reminder. */
async function publish(tx: Tx, op: 'add' | 'update', row: store.LaterRow): Promise<void> {
  tx.publish({ type: 'later_items', op, later_item: presentLaterItem(row) }, { users: [row.user_id] })
  if (row.remind_at === null || row.reminded || row.done_at !== null) await cancel(tx.db, jobKey(row.id))
  else await enqueue(tx.db, sendReminders, {}, { at: row.remind_at, key: jobKey(row.id) })
}

const jobKey = (id: number) => `later item ${id}`

function checkedNote(sent: string): string {
  const note = sent.trim()
  if (note.length > maxLaterNote) throw apiError('later-note-too-long', { limit: maxLaterNote })
  return note
}

function checkedTime(seconds: number, now: number): Date {
  const at = seconds * 1_000
  if (at <= now || at > now + maxReminderDays * 86_400_000) throw apiError('later-time-invalid')
  return new Date(at)
}

import { apiError, type WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { cancel, enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { compose } from '../messages/compose.ts'
import { type MessageInput, resolveDestination } from '../messages/resolve-destination.ts'
import { readsBySending } from '../messages/rules.ts'
import { claimForScheduled, withFinalAttachments } from '../uploads/claims.ts'
import { deliverScheduled } from './jobs.ts'
import { presentScheduled } from './present.ts'
import { checkedAddress, checkedChanges, checkedTime, isSelf, type ScheduleChanges } from './rules.ts'
import * as store from './store.ts'

export interface ScheduleRequest extends MessageInput {
  deliverAt: number
  clientName: string
  readBySender: boolean | undefined
}

/** Checks a message as if it were sent now, and stores it for later. */
export async function schedule(
  app: App,
  realm: Realm,
  user: User,
  request: ScheduleRequest,
): Promise<number> {
  checkedAddress(request.type, request.to)
  const deliver_at = checkedTime(request.deliverAt, app.clock.now())
  const { fields, attachments } = await checkedMessage(app, realm, user, request, request.clientName)
  const readBySender = isSelf(fields.user_ids) ? false : readsBySending(request.clientName)
  return await realm.transact(async (tx) => {
    const kept = await withFinalAttachments(tx, { html: '', hasImage: false, attachments })
    const row = await store.insertScheduled(tx, user.id, {
      ...fields,
      read_by_sender: request.readBySender ?? readBySender,
      deliver_at,
      failed: false,
    })
    tx.publish(
      { type: 'scheduled_messages', op: 'add', scheduled_messages: [presentScheduled(row)] },
      { users: [user.id] },
    )
    await claimForScheduled(tx, row.id, kept.attachments)
    await enqueueDelivery(tx, row)
    return row.id
  })
}

async function enqueueDelivery(tx: Tx, { id, deliver_at }: store.ScheduledRow): Promise<void> {
  await enqueue(tx.db, deliverScheduled, {}, { at: deliver_at, key: jobKey(id) })
}

const jobKey = (id: number) => `scheduled message ${id}`

/** Runs all the checks of sending and returns the fields to store. */
async function checkedMessage(app: App, realm: Realm, user: User, request: MessageInput, clientName: string) {
  const { destination, content } = await resolveDestination(app, realm, user, request)
  const { draft } = await compose(app, realm, user, destination, { content, clientName })
  const fields = {
    channel_id: destination.channelId,
    user_ids: destination.channelId === null ? destination.userIds : null,
    topic: destination.topic,
    content,
    rendered_content: draft.renderedContent,
    client: clientName,
  }
  return { fields, attachments: draft.attachments }
}

/** Updates a scheduled message. Omitted properties stay unchanged; the result is checked as a whole. */
export async function reschedule(
  app: App,
  realm: Realm,
  user: User,
  id: number,
  changes: ScheduleChanges,
  clientName: string,
): Promise<void> {
  checkedChanges(changes)
  const before = await ownRow(app, user, id)
  const deliverAt = changes.scheduled_delivery_timestamp
  const deliver_at = deliverAt === undefined ? undefined : checkedTime(deliverAt, app.clock.now())
  if (before.failed && deliver_at === undefined) {
    throw apiError('scheduled-message-time-missing')
  }
  const isRewritten = changes.type !== undefined || changes.to !== undefined || changes.content !== undefined
  const isMoved = changes.topic !== undefined && before.channel_id !== null
  const { fields, attachments } =
    isRewritten || isMoved
      ? await checkedMessage(app, realm, user, withChanges(before, changes), clientName)
      : { fields: { client: clientName } }
  await realm.transact(async (tx) => {
    const kept = attachments && (await withFinalAttachments(tx, { html: '', hasImage: false, attachments }))
    if ((await store.lockScheduled(tx, id)) === undefined) throw await missingMessageError(tx.db, user, id)
    const updated = await store.updateScheduled(tx, id, {
      ...fields,
      ...(deliver_at === undefined ? {} : { deliver_at, failed: false }),
    })
    tx.publish(
      { type: 'scheduled_messages', op: 'update', scheduled_message: presentScheduled(updated) },
      { users: [user.id] },
    )
    if (kept !== undefined) await claimForScheduled(tx, id, kept.attachments)
    await enqueueDelivery(tx, updated)
  })
}

async function ownRow(app: App, user: User, id: number): Promise<store.ScheduledRow> {
  const row = await store.findScheduled(app.database.db, id)
  if (row === undefined || row.sender_id !== user.id)
    throw await missingMessageError(app.database.db, user, id)
  return row
}

/** The error for a missing message: already sent, or never existed. */
async function missingMessageError(db: Db, user: User, id: number): Promise<WireError> {
  if (!(await store.wasDelivered(db, id, user.id))) return apiError('scheduled-message-not-found')
  return apiError('scheduled-message-sent')
}

function withChanges(row: store.ScheduledRow, { type, to, topic, content }: ScheduleChanges): MessageInput {
  const kept = row.channel_id === null ? 'direct' : 'channel'
  const address = { type: type ?? kept, to: to ?? row.channel_id ?? row.user_ids } as const
  checkedAddress(address.type, address.to)
  return { ...address, topic: topic ?? row.topic, content: content ?? row.content }
}

export async function unschedule(realm: Realm, user: User, id: number): Promise<void> {
  await realm.transact(async (tx) => {
    const row = await store.lockScheduled(tx, id)
    if (row === undefined || row.sender_id !== user.id) throw apiError('scheduled-message-not-found')
    await store.deleteScheduled(tx, id)
    await cancel(tx.db, jobKey(id))
    tx.publish({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }, { users: [user.id] })
  })
}

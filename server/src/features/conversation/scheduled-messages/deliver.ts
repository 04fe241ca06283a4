import { apiError, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { languageOf } from '../../../texts/reader.ts'
import { reasonText } from '../../../texts/reasons.ts'
import { compose } from '../messages/compose.ts'
import { isFirstGuestDirectMessage, storeFirstGuestDirectMessage } from '../messages/first-direct.ts'
import { sendDirectNotice } from '../messages/notices.ts'
import { storeWithin } from '../messages/outbox.ts'
import { resolveDestination } from '../messages/resolve-destination.ts'
import { withTopicEffects } from '../messages/send.ts'
import { presentScheduled } from './present.ts'
import * as store from './store.ts'

/** Later than this, the message is marked failed instead of sent. */
const maxDelayMs = 10 * 60_000

/** Sends all due messages, each in its own transaction. */
export async function deliverDue(app: App): Promise<void> {
  for (const { id, realmId } of await store.dueMessages(app.database.db, new Date(app.clock.now()))) {
    await deliver(app, await app.realms.byId(realmId), id)
  }
}

async function deliver(app: App, realm: Realm, id: number): Promise<void> {
  const row = await store.findScheduled(app.database.db, id)
  if (row === undefined || row.failed) return
  try {
    await send(app, realm, row)
  } catch (error) {
    if (!(error instanceof WireError)) app.logger.error({ err: error }, 'could not send a scheduled message')
    await fail(app, realm, row, error instanceof WireError ? error : apiError('server-failed'))
  }
}

/** Sends the message and removes it from the list in one transaction, so that it is sent exactly once. */
async function send(app: App, realm: Realm, row: store.ScheduledRow): Promise<void> {
  const sender = realm.directory.users.get(row.sender_id)
  if (realm.directory.realm.deactivated || !sender?.isActive) {
    throw apiError('scheduled-message-sender-deactivated')
  }
  if (app.clock.now() - row.deliver_at.getTime() > maxDelayMs) {
    throw apiError('scheduled-message-too-late')
  }
  const { destination, content } = await resolveDestination(app, realm, sender, {
    type: row.channel_id === null ? 'direct' : 'channel',
    to: row.channel_id ?? row.user_ids,
    topic: row.topic,
    content: row.content,
  })
  const composed = await compose(app, realm, sender, destination, {
    content,
    clientName: row.client,
    readBySender: row.read_by_sender ?? undefined,
  })
  const draft = withTopicEffects(realm, sender, destination, composed)
  await realm.transact(async (tx) => {
    const end = await lockLog(tx.db, realm.id)
    const current = await store.lockScheduled(tx, row.id)
    if (current === undefined || current.failed || hasChanged(current, row)) return
    await store.completeScheduled(tx, row, new Date(app.clock.now()))
    if (isFirstGuestDirectMessage(realm.directory, draft)) {
      await realm.follower.advanceWithin(tx.db, end)
      await storeFirstGuestDirectMessage(tx, realm, draft)
    } else {
      await storeWithin(tx, [draft])
    }
    tx.publish(
      { type: 'scheduled_messages', op: 'remove', scheduled_message_id: row.id },
      { users: [sender.id] },
    )
  })
}

/** Whether the user changed the message while it was being prepared. It will be delivered at its new time. */
const hasChanged = (current: store.ScheduledRow, row: store.ScheduledRow) =>
  current.deliver_at.getTime() !== row.deliver_at.getTime() ||
  current.content !== row.content ||
  current.topic !== row.topic ||
  current.channel_id !== row.channel_id ||
  current.user_ids?.join() !== row.user_ids?.join()

async function fail(app: App, realm: Realm, row: store.ScheduledRow, error: WireError): Promise<void> {
  await realm.transact((tx) => markFailed(tx, row))
  const sender = realm.directory.users.get(row.sender_id)
  if (!sender?.isActive || realm.directory.realm.deactivated) return
  await notifySender(app, realm, sender, row, error)
}

async function markFailed(tx: Tx, { id, sender_id }: store.ScheduledRow): Promise<void> {
  if ((await store.lockScheduled(tx, id)) === undefined) return
  const failed = await store.updateScheduled(tx, id, { failed: true })
  tx.publish(
    { type: 'scheduled_messages', op: 'update', scheduled_message: presentScheduled(failed) },
    { users: [sender_id] },
  )
}

async function notifySender(
  app: App,
  realm: Realm,
  sender: User,
  { deliver_at }: store.ScheduledRow,
  { reason, params, message }: WireError,
): Promise<void> {
  const time = `<time:${deliver_at.toISOString()}>`
  const sentence = reason === undefined ? message : reasonText(languageOf(sender), reason, params)
  await sendDirectNotice(
    app,
    realm,
    sender,
    (text) => `${text('scheduled.failed', { time })}\n\n> ${sentence}`,
  )
}

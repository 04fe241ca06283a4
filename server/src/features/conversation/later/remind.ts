import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { notificationBot } from '../../../realms/system.ts'
import { noticesFor } from '../../../texts/notices.ts'
import { mayReadMessage } from '../messages/access.ts'
import { compose } from '../messages/compose.ts'
import { isFirstGuestDirectMessage, storeFirstGuestDirectMessage } from '../messages/first-direct.ts'
import { messageHref } from '../messages/href.ts'
import { storeWithin } from '../messages/outbox.ts'
import { resolveDestination } from '../messages/resolve-destination.ts'
import { type Relation, relationsOf } from '../read-state/flags-store.ts'
import { messageSource } from './message-store.ts'
import { presentLaterItem } from './present.ts'
import * as store from './store.ts'

const clientName = 'Internal'

/** Sends all due reminders, each in its own transaction. */
export async function sendDueReminders(app: App): Promise<void> {
  for (const row of await store.dueReminders(app.database.db, new Date(app.clock.now()))) {
    try {
      await remind(app, await app.realms.byId(row.realm_id), row)
    } catch (error) {
      // Retried within a minute.
      app.logger.error({ err: error, later_id: row.id }, 'could not send a reminder')
    }
  }
}

/** Sends the reminder as a direct message and marks it in one transaction, so that it is sent exactly once. */
async function remind(app: App, realm: Realm, row: store.LaterRow): Promise<void> {
  const user = realm.directory.users.get(row.user_id)
  const isReachable = user?.isActive === true && !realm.directory.realm.deactivated
  const draft = isReachable ? await reminderDraft(app, realm, user, row) : undefined
  await realm.transact(async (tx) => {
    const end = await lockLog(tx.db, realm.id)
    const current = await store.lockItem(tx, row.user_id, row.id)
    // Done, snoozed or sent by another process in the meantime.
    if (current === undefined || current.reminded || current.done_at !== null) return
    if (current.remind_at?.getTime() !== row.remind_at?.getTime()) return
    const updated = await store.updateItem(tx, row.id, { reminded: true })
    if (draft !== undefined && isFirstGuestDirectMessage(realm.directory, draft)) {
      await realm.follower.advanceWithin(tx.db, end)
      await storeFirstGuestDirectMessage(tx, realm, draft)
    } else if (draft !== undefined) await storeWithin(tx, [draft])
    tx.publish(
      { type: 'later_items', op: 'update', later_item: presentLaterItem(updated) },
      { users: [row.user_id] },
    )
  })
}

async function reminderDraft(app: App, realm: Realm, user: User, row: store.LaterRow) {
  const bot = notificationBot(realm.directory)
  const content = await reminderText(app, realm, user, row)
  const to = { type: 'direct', to: [user.id], topic: undefined } as const
  const { destination, content: checked } = await resolveDestination(app, realm, bot, { ...to, content })
  return (await compose(app, realm, bot, destination, { content: checked, clientName })).draft
}

const excerptLength = 500

/** Quotes the message if the user can still read it. */
async function reminderText(
  { database: { db } }: App,
  realm: Realm,
  user: User,
  { message_id, note }: store.LaterRow,
): Promise<string> {
  const text = noticesFor(user)
  const noteLine = note === '' ? [] : [text('reminder.note', { note })]
  if (message_id === null) return [text('reminder.only'), ...noteLine].join('\n\n')
  const [relation] = await relationsOf(db, realm.id, user.id, [message_id])
  const source = await messageSource(db, message_id)
  if (relation === undefined || source === undefined || !mayReadMessage(realm.directory, user, relation)) {
    return [text('reminder.gone'), ...noteLine].join('\n\n')
  }
  const url = `${realm.directory.url}${messageHref(placeOf(realm.directory, user, relation), message_id)}`
  return [text('reminder.message', { url }), ...noteLine, quoted(source)].join('\n\n')
}

function placeOf(directory: Directory, user: User, { channelId, topic, userIds }: Relation) {
  const channel = channelId === null ? undefined : directory.channels.get(channelId)
  if (channel !== undefined) return { channel, topic }
  const ids = (userIds ?? []).filter((id) => id !== user.id)
  return { others: ids.flatMap((id) => directory.users.get(id) ?? []) }
}

/** The beginning of a message, in a fence that its text cannot end. */
function quoted(source: string): string {
  const excerpt = source.length > excerptLength ? `${source.slice(0, excerptLength)}…` : source
  const longest = Math.max(2, ...Array.from(excerpt.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}quote\n${excerpt}\n${fence}`
}

import type { App } from '../../../app.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import { templateFor } from '../../../email/template.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { unsubscribeUrl } from '../../administration/sign-in/unsubscribe.ts'
import { mayReadMessage } from '../../conversation/messages/access.ts'
import { type Relation, relationsOf } from '../../conversation/read-state/flags-store.ts'
import { countActiveAccounts } from '../../identity/users/store.ts'
import { createReplyAddress } from '../inbound-email/reply-address.ts'
import {
  type EmailMessage,
  type MissedConversation,
  missedMessagesEmail,
  withheldMessagesEmail,
} from './emails.ts'
import { nameFor } from './names.ts'
import { toPlainText } from './plain-text.ts'
import { isAboutMention, mayGetNotifications, type Trigger } from './rules.ts'
import { runIsolated } from './run-isolated.ts'
import * as store from './store.ts'
import { type MessageText, messagesBefore, textsOf } from './text-store.ts'

const batchSize = 500

/** Sends all due emails. The emails of one user are sent in one transaction, or all are retried. */
export async function sendDueEmails(app: App): Promise<void> {
  for (;;) {
    const due = await store.usersWithDueEmails(app.database.db, new Date(app.clock.now()), batchSize)
    let allSucceeded = true
    for (const { userId, realmId } of due) {
      const sendEmails = async () => sendEmailsTo(app, await app.realms.byId(realmId), userId)
      allSucceeded = (await runIsolated(app, { user_id: userId }, sendEmails)) && allSucceeded
    }
    // Stop after failures, which the query would return again.
    if (due.length < batchSize || !allSucceeded) return
  }
}

async function sendEmailsTo(app: App, realm: Realm, userId: number): Promise<void> {
  await realm.follower.advance()
  const { directory } = realm
  await realm.transact(async (tx) => {
    const missed = await store.takeMissed(tx, userId, new Date(app.clock.now()))
    const user = directory.users.get(userId)
    if (!mayGetNotifications(user) || directory.realm.deactivated) return
    if (!userSetting(user, 'enable_offline_email_notifications')) return
    const triggers = new Map(missed.map(({ messageId, trigger }) => [messageId, trigger]))
    const relations = await relationsOf(tx.db, realm.id, userId, [...triggers.keys()])
    const unread = relations.filter((one) => !one.read && mayReadMessage(directory, user, one))
    if (unread.length === 0) return
    const namesOrganization = await shouldNameOrganization(tx, user)
    const stop = unsubscribeUrl(app, directory, user, 'missed_messages')
    for (const part of byConversation(unread)) {
      const email = showsContent(directory, user)
        ? missedMessagesEmail(
            directory,
            user,
            await conversationOf(tx, directory, user, part, triggers),
            namesOrganization,
            await createReplyAddress(app, tx, user, part.at(-1)?.id ?? 0),
          )
        : withheldMessagesEmail(directory, user, part.length, namesOrganization)
      await sendEmail(tx, { ...email, unsubscribeUrl: stop })
    }
  })
}

const showsContent = (directory: Directory, user: User) =>
  directory.setting('message_content_allowed_in_email_notifications') &&
  userSetting(user, 'message_content_in_email_notifications')

const namePolicies = { always: 2, never: 3 }

/** By default, only if the address has accounts in several organizations. */
async function shouldNameOrganization(tx: Tx, user: User): Promise<boolean> {
  const policy = userSetting(user, 'realm_name_in_email_notifications_policy')
  if (policy === namePolicies.always) return true
  return policy !== namePolicies.never && (await countActiveAccounts(tx.db, user.deliveryEmail)) > 1
}

/** Groups messages by conversation, ordered by their oldest message. */
const byConversation = (relations: readonly Relation[]): Relation[][] => [
  ...Map.groupBy(relations, (one) => `${one.recipientId} ${one.topic.toLowerCase()}`).values(),
]

async function conversationOf(
  tx: Tx,
  directory: Directory,
  user: User,
  relations: readonly Relation[],
  triggers: ReadonlyMap<number, Trigger>,
): Promise<MissedConversation> {
  const texts = await textsOf(
    tx.db,
    relations.map(({ id }) => id),
  )
  const first = relations[0]!
  const triggerOf = ({ id }: { id: number }) => triggers.get(id) ?? 'channel'
  const mention = relations.find((one) => isAboutMention(triggerOf(one)))
  const { text } = templateFor(directory, user)
  const show = (list: readonly MessageText[]): EmailMessage[] =>
    list.map(({ id, senderId, html }) => ({
      id,
      by: nameFor(directory, user, senderId, text('unknownPerson')),
      text: toPlainText(html, text('missed.hidden')),
    }))
  const channel = directory.channelByRecipient(first.recipientId)
  if (channel === undefined) {
    const ids = (first.userIds ?? []).filter((id) => id !== user.id)
    const others = ids.flatMap((id) => directory.users.get(id) ?? [])
    return { place: { others }, missed: show(texts), context: [], trigger: triggerOf(first) }
  }
  const missedIds = new Set(relations.map(({ id }) => id))
  const before = mention === undefined ? [] : await messagesBefore(tx.db, channel, user, mention.id)
  return {
    place: { channel, topic: first.topic },
    missed: show(texts),
    context: show(before.filter(({ id }) => !missedIds.has(id))),
    trigger: triggerOf(mention ?? first),
  }
}

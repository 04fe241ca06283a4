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
import { type Conversation, missedMessagesEmail, type Shown, withheldMessagesEmail } from './emails.ts'
import { nameFor } from './names.ts'
import { readable } from './readable.ts'
import { isAboutMention, mayGetMail, type Trigger } from './rules.ts'
import { runIsolated } from './run-isolated.ts'
import * as store from './store.ts'
import { messagesBefore, type Text, textsOf } from './text-store.ts'

const peopleAtOnce = 500

/** Sends every mail whose time has come. Each person's leave together, or none does and it is tried again. */
export async function mailMissed(app: App): Promise<void> {
  for (;;) {
    const due = await store.peopleDue(app.database.db, new Date(app.clock.now()), peopleAtOnce)
    let isWell = true
    for (const { userId, realmId } of due) {
      const mail = async () => mailTo(app, await app.realms.byId(realmId), userId)
      isWell = (await runIsolated(app, { user_id: userId }, mail)) && isWell
    }
    // Those who failed would be found again and again.
    if (due.length < peopleAtOnce || !isWell) return
  }
}

async function mailTo(app: App, realm: Realm, userId: number): Promise<void> {
  await realm.follower.advance()
  const { directory } = realm
  await realm.transact(async (tx) => {
    const missed = await store.takeMissed(tx, userId, new Date(app.clock.now()))
    const user = directory.users.get(userId)
    if (!mayGetMail(user) || directory.realm.deactivated) return
    if (!userSetting(user, 'enable_offline_email_notifications')) return
    const triggers = new Map(missed.map(({ messageId, trigger }) => [messageId, trigger]))
    const relations = await relationsOf(tx.db, realm.id, userId, [...triggers.keys()])
    const unread = relations.filter((one) => !one.read && mayReadMessage(directory, user, one))
    if (unread.length === 0) return
    const namesOrganization = await shallNameOrganization(tx, user)
    const stop = unsubscribeUrl(app, directory, user, 'missed_messages')
    for (const part of byConversation(unread)) {
      const letter = showsContent(directory, user)
        ? missedMessagesEmail(
            directory,
            user,
            await conversationOf(tx, directory, user, part, triggers),
            namesOrganization,
          )
        : withheldMessagesEmail(directory, user, part.length, namesOrganization)
      await sendEmail(tx, { ...letter, unsubscribeUrl: stop })
    }
  })
}

const showsContent = (directory: Directory, user: User) =>
  directory.setting('message_content_allowed_in_email_notifications') &&
  userSetting(user, 'message_content_in_email_notifications')

const named = { always: 2, never: 3 }

/** If nothing else was chosen, where the same address belongs to several organizations. */
async function shallNameOrganization(tx: Tx, user: User): Promise<boolean> {
  const policy = userSetting(user, 'realm_name_in_email_notifications_policy')
  if (policy === named.always) return true
  return policy !== named.never && (await countActiveAccounts(tx.db, user.deliveryEmail)) > 1
}

/** Messages of one place together, the place with the oldest first. */
const byConversation = (relations: readonly Relation[]): Relation[][] => [
  ...Map.groupBy(relations, (one) => `${one.recipientId} ${one.topic.toLowerCase()}`).values(),
]

async function conversationOf(
  tx: Tx,
  directory: Directory,
  user: User,
  relations: readonly Relation[],
  triggers: ReadonlyMap<number, Trigger>,
): Promise<Conversation> {
  const texts = await textsOf(
    tx.db,
    relations.map(({ id }) => id),
  )
  const first = relations[0]!
  const triggerOf = ({ id }: { id: number }) => triggers.get(id) ?? 'channel'
  const mention = relations.find((one) => isAboutMention(triggerOf(one)))
  const { text } = templateFor(directory, user)
  const show = (list: readonly Text[]): Shown[] =>
    list.map(({ id, senderId, html }) => ({
      id,
      by: nameFor(directory, user, senderId, text('unknownPerson')),
      text: readable(html, text('missed.hidden')),
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

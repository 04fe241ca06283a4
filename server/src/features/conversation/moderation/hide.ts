import { apiError, hiddenContent, hiddenHtml } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isBot, isModerator, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishRendering } from '../message-changes/rerender.ts'
import type { StoredMessage } from '../message-changes/store.ts'
import { storeSearchTexts } from '../message-queries/reindex-store.ts'
import { sendDirectNotice } from '../messages/notices.ts'
import { assertModerator, messageToModerate, readableMessage } from './access.ts'
import { updateReports } from './buttons.ts'
import { findHidden, moveAside, moveBack } from './hidden-store.ts'

/** Replaces the content of a message by a placeholder, and tells its sender why. */
export async function hideMessage(
  app: App,
  realm: Realm,
  user: User,
  id: number,
  reason: string,
): Promise<void> {
  const message = await realm.transactExclusively((tx) => hideWithin(app, tx, realm, user, id, reason))
  await notifySender(app, realm, message.senderId, reason)
}

export async function hideWithin(
  app: App,
  tx: Tx,
  realm: Realm,
  user: User,
  id: number,
  reason: string,
): Promise<StoredMessage> {
  assertModerator(user)
  const message = await messageToModerate(tx, realm, user, id)
  if (message.isHidden) throw apiError('message-hidden-already')
  await moveAside(tx, id, { userId: user.id, at: new Date(app.clock.now()), reason })
  await publishContent(app, tx, realm, message, { content: hiddenContent, html: hiddenHtml })
  await updateReports(tx, realm.directory, id)
  tx.audit({
    kind: 'message.hidden',
    target: { type: 'message', id },
    before: placeOf(message),
    after: { reason },
  })
  return message
}

export async function unhideMessage(app: App, realm: Realm, user: User, id: number): Promise<void> {
  await realm.transactExclusively((tx) => unhideWithin(app, tx, realm, user, id))
}

export async function unhideWithin(app: App, tx: Tx, realm: Realm, user: User, id: number): Promise<void> {
  assertModerator(user)
  const message = await messageToModerate(tx, realm, user, id)
  const hidden = await findHidden(tx.db, id)
  if (hidden === undefined) throw apiError('message-not-hidden')
  await moveBack(tx, id)
  await publishContent(app, tx, realm, message, { content: hidden.content, html: hidden.rendered_content })
  await updateReports(tx, realm.directory, id)
  tx.audit({ kind: 'message.unhidden', target: { type: 'message', id }, before: placeOf(message) })
}

async function publishContent(
  app: App,
  tx: Tx,
  realm: Realm,
  message: StoredMessage,
  { content, html }: { content: string; html: string },
): Promise<void> {
  await storeSearchTexts(tx.db, [{ id: message.id, topic: message.topic, html }])
  await publishRendering(app, tx, realm.directory, { ...message, content }, html)
}

const placeOf = ({ senderId: sender_id, channelId: channel_id, topic }: StoredMessage) => ({
  sender_id,
  channel_id,
  topic,
})

/** After the transaction: the message stays hidden even if the notice cannot be sent. */
export async function notifySender(app: App, realm: Realm, senderId: number, reason: string): Promise<void> {
  const sender = realm.directory.users.get(senderId)
  if (!sender?.isActive || isBot(sender)) return
  await sendDirectNotice(app, realm, sender, (text) =>
    reason === '' ? text('moderation.hidden') : `${text('moderation.hiddenBecause')}\n\n${fenced(reason)}`,
  )
}

/** Moderators see the content, the sender sees why. */
export async function getHidden(realm: Realm, user: User, id: number) {
  return await realm.transact(async (tx) => {
    const message = isModerator(user)
      ? await messageToModerate(tx, realm, user, id)
      : await readableMessage(tx, realm, user, id)
    if (!isModerator(user) && message.senderId !== user.id) throw apiError('moderation-denied')
    const hidden = await findHidden(tx.db, id)
    if (hidden === undefined) throw apiError('message-not-hidden')
    const { reason, hidden_by, content, rendered_content } = hidden
    const why = { reason, timestamp: toSeconds(hidden.hidden_at.getTime()) }
    return isModerator(user) ? { ...why, hidden_by, content, rendered_content } : why
  })
}

/** Quotes text in a fence that it cannot end. In quotes, mentions notify nobody. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}quote\n${text}\n${fence}`
}

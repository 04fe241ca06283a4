import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { notificationBot } from '../../../realms/system.ts'
import { noticesFor, noticesIn } from '../../../texts/notices.ts'
import { languageOf } from '../../../texts/reader.ts'
import type { Translate } from '../../../texts/texts.ts'
import { compose } from './compose.ts'
import { ensurePairs } from './conversation-store.ts'
import { storeWithin } from './outbox.ts'
import { channelDestination } from './resolve-destination.ts'
import { type SendResult, sendMessage } from './send.ts'

const clientName = 'Internal'

/**
 * Posts a notice by the notification bot in a topic, unless the channel is archived. The notice is already
 * read for `readBy`, the users who need not see it.
 */
export async function postNotice(
  app: App,
  tx: Tx,
  realm: Realm,
  where: { channel: Channel; topic: string },
  content: string,
  readBy: Iterable<number>,
): Promise<void> {
  if (where.channel.isArchived) return
  const bot = notificationBot(realm.directory)
  const { draft } = await compose(app, realm, bot, channelDestination(where.channel, where.topic), {
    content,
    clientName,
    within: tx.db,
  })
  const read = [...new Set([...draft.readBy, ...readBy])].filter((id) => where.channel.subscribers.has(id))
  await storeWithin(tx, [{ ...draft, readBy: read, event: { ...draft.event, read_by: read } }])
}

type NoticeWriter = (text: Translate) => string

/** Sends a user a direct message by a system bot in the user's language. */
export async function sendDirectNotice(
  app: App,
  realm: Realm,
  user: User,
  write: NoticeWriter,
  bot = notificationBot(realm.directory),
): Promise<SendResult> {
  return await sendDirectMessage(app, realm, bot, user, write(noticesFor(user)))
}

/** Number of direct messages sent at the same time, so that they share transactions. */
const batchSize = 64

/** Sends several users the same notice, each in their language. Skips users deactivated in the meantime. */
export async function sendDirectNotices(
  app: App,
  realm: Realm,
  users: readonly User[],
  write: NoticeWriter,
): Promise<void> {
  const bot = notificationBot(realm.directory)
  for (let at = 0; at < users.length; at += batchSize) {
    const batch = users.slice(at, at + batchSize)
    const ids = batch.map(({ id }) => id)
    // Most users have no conversation with the bot yet; create these in one statement.
    await ensurePairs(app.database.db, realm.id, bot.id, ids)
    const sendings = [...Map.groupBy(batch, languageOf)].flatMap(([language, readers]) => {
      const content = write(noticesIn(language))
      return readers.map(async (user) => await sendDirectMessage(app, realm, bot, user, content))
    })
    for (const sending of await Promise.allSettled(sendings)) {
      if (sending.status === 'rejected' && !(sending.reason instanceof WireError)) throw sending.reason
    }
  }
}

async function sendDirectMessage(
  app: App,
  realm: Realm,
  bot: User,
  { id }: User,
  content: string,
): Promise<SendResult> {
  const to = { type: 'direct', to: [id], topic: undefined } as const
  return await sendMessage(app, realm, bot, { ...to, content, clientName })
}

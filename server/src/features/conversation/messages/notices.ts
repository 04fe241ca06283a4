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
import { inChannel } from './resolve-destination.ts'
import { type Sent, sendMessage } from './send.ts'

const clientName = 'Internal'

/** Posts what the server itself has to say in a topic; nothing in archived channels. Born read for some: all who need not look. */
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
  const { draft } = await compose(app, realm, bot, inChannel(where.channel, where.topic), {
    content,
    clientName,
    within: tx.db,
  })
  const read = [...new Set([...draft.readBy, ...readBy])].filter((id) => where.channel.subscribers.has(id))
  await storeWithin(tx, [{ ...draft, readBy: read, event: { ...draft.event, read_by: read } }])
}

type Write = (text: Translate) => string

/** Tells somebody something, in their language. */
export async function sendDirectNotice(
  app: App,
  realm: Realm,
  user: User,
  write: Write,
  bot = notificationBot(realm.directory),
): Promise<Sent> {
  return await sendDirectly(app, realm, bot, user, write(noticesFor(user)))
}

/** Number of direct messages sent at the same time, so that they share transactions. */
const batchSize = 64

/** Tells several the same, written once in each of their languages. Who was deactivated in the meantime need not be told. */
export async function sendDirectNotices(
  app: App,
  realm: Realm,
  users: readonly User[],
  write: Write,
): Promise<void> {
  const bot = notificationBot(realm.directory)
  for (let at = 0; at < users.length; at += batchSize) {
    const batch = users.slice(at, at + batchSize)
    const ids = batch.map(({ id }) => id)
    // Most of them never heard from the bot before; one by one, beginning conversations would take longest.
    await ensurePairs(app.database.db, realm.id, bot.id, ids)
    const sendings = [...Map.groupBy(batch, languageOf)].flatMap(([language, readers]) => {
      const content = write(noticesIn(language))
      return readers.map(async (user) => await sendDirectly(app, realm, bot, user, content))
    })
    for (const sending of await Promise.allSettled(sendings)) {
      if (sending.status === 'rejected' && !(sending.reason instanceof WireError)) throw sending.reason
    }
  }
}

async function sendDirectly(app: App, realm: Realm, bot: User, { id }: User, content: string): Promise<Sent> {
  const to = { type: 'direct', to: [id], topic: undefined } as const
  return await sendMessage(app, realm, bot, { ...to, content, clientName })
}

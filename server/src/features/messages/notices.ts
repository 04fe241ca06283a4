import type { App } from '../../app.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Channel } from '../../directory/directory.ts'
import type { Realm } from '../../realms/realm.ts'
import { notificationBot } from '../../realms/system.ts'
import { compose } from './compose.ts'
import { storeWithin } from './outbox.ts'
import { inChannel } from './place.ts'

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
    clientName: 'Internal',
    within: tx.db,
  })
  const read = [...new Set([...draft.readBy, ...readBy])].filter((id) => where.channel.subscribers.has(id))
  await storeWithin(tx, [{ ...draft, readBy: read, event: { ...draft.event, read_by: read } }])
}

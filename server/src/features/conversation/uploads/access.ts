import { refuse, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { mayReadMessage } from '../messages/access.ts'
import { type Relation, relationsOf } from '../read-state/flags-store.ts'
import { messagesClaiming } from './claim-store.ts'
import { decoded } from './names.ts'
import { type Attachment, findByPath } from './store.ts'

/** A file may be linked by thousands of messages; mostly one of the newest will do. */
const messagesAtOnce = 200

/** Its owner may fetch a file, and whoever can read a message that links to it. */
export async function mayFetch(
  { database: { db } }: App,
  realm: Realm,
  user: User,
  { id, owner_id }: Attachment,
): Promise<boolean> {
  if (owner_id === user.id) return true
  const messages = await messagesClaiming(db, id)
  for (let at = 0; at < messages.length; at += messagesAtOnce) {
    const some = await relationsOf(db, realm.id, user.id, messages.slice(at, at + messagesAtOnce))
    if (await isTrue(realm, (directory) => some.some((one) => opensFile(directory, user, one)))) return true
  }
  return false
}

/** What everyone on the web can see, guests can. */
function opensFile(directory: Directory, user: User, relation: Relation): boolean {
  const channel = relation.channelId === null ? undefined : directory.channels.get(relation.channelId)
  return channel?.isWebPublic === true || mayReadMessage(directory, user, relation)
}

/** No is final only when the directory is current. */
export async function isTrue(realm: Realm, question: (directory: Directory) => boolean): Promise<boolean> {
  try {
    await realm.decideFresh(() => {
      if (!question(realm.directory)) throw refuse('FileForbidden', 'no')
    })
    return true
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}

/** Of the files behind these addresses, those that exist and that the user may fetch. */
export async function fetchableAmong(
  app: App,
  realm: Realm,
  user: User,
  paths: readonly string[],
): Promise<Attachment[]> {
  const found = await findByPath(app.database.db, realm.id, paths.map(decoded))
  const allowed: Attachment[] = []
  for (const one of found) if (await mayFetch(app, realm, user, one)) allowed.push(one)
  return allowed
}

import { apiError, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isModerator, type User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { isSpectator } from '../../../directory/spectator.ts'
import type { Realm } from '../../../realms/realm.ts'
import { mayReadMessage } from '../messages/access.ts'
import { type Relation, relationsOf } from '../read-state/flags-store.ts'
import { channelsBookmarking, messagesClaiming } from './claim-store.ts'
import { decodeName } from './names.ts'
import { type Attachment, findByPath } from './store.ts'

/** A file may be linked by thousands of messages; usually one of the newest grants access. */
const batchSize = 200

/** A file is accessible to its owner, and to readers of a message that links to it or a channel that has it as a bookmark. */
export async function mayFetch(
  { database: { db } }: App,
  realm: Realm,
  user: User,
  { id, owner_id }: Attachment,
): Promise<boolean> {
  if (owner_id === user.id) return true
  const messages = await messagesClaiming(db, id, { withHidden: isModerator(user) })
  for (let at = 0; at < messages.length; at += batchSize) {
    const some = await relationsOf(db, realm.id, user.id, messages.slice(at, at + batchSize))
    if (await confirm(realm, (directory) => some.some((one) => grantsAccess(directory, user, one))))
      return true
  }
  const channels = await channelsBookmarking(db, id)
  return await confirm(realm, (directory) => channels.some((one) => readsBookmarks(directory, user, one)))
}

function readsBookmarks(directory: Directory, user: User, channelId: number): boolean {
  const channel = directory.channels.get(channelId)
  if (channel === undefined) return false
  return channel.isWebPublic || (!isSpectator(user) && canReadChannel(directory, user, channel))
}

/** Files in web-public channels are accessible to everyone, including guests. */
function grantsAccess(directory: Directory, user: User, relation: Relation): boolean {
  const channel = relation.channelId === null ? undefined : directory.channels.get(relation.channelId)
  return channel?.isWebPublic === true || mayReadMessage(directory, user, relation)
}

/** Evaluates a question, refreshing the directory before accepting a "no". */
export async function confirm(realm: Realm, question: (directory: Directory) => boolean): Promise<boolean> {
  try {
    await realm.decideFresh(() => {
      if (!question(realm.directory)) throw apiError('file-access-denied')
    })
    return true
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}

/** Subset of files at these paths that exist and the user may fetch. */
export async function fetchableAmong(
  app: App,
  realm: Realm,
  user: User,
  paths: readonly string[],
): Promise<Attachment[]> {
  const found = await findByPath(app.database.db, realm.id, paths.map(decodeName))
  const allowed: Attachment[] = []
  for (const one of found) if (await mayFetch(app, realm, user, one)) allowed.push(one)
  return allowed
}

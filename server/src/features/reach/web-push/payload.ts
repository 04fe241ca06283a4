import type { WebPush } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import { toWire } from '../../../directory/topics.ts'
import { noticesFor } from '../../../texts/notices.ts'
import { mayReadMessage } from '../../conversation/messages/access.ts'
import { type Relation, relationsOf } from '../../conversation/read-state/flags-store.ts'
import { nameFor } from '../missed-messages/names.ts'
import { readable } from '../missed-messages/readable.ts'
import { mayGetMail } from '../missed-messages/rules.ts'
import { textsOf } from '../missed-messages/text-store.ts'
import type { Due } from './due-store.ts'
import { noticesAbout } from './notice-store.ts'

/** Of a conversation; the whole must fit into four kilobytes. */
const mostMessages = 50

/** What a browser is told now, which may be nothing. It goes by how things are, not by how they were when it was ordered. */
export async function payloadFor(app: App, due: Due): Promise<WebPush | undefined> {
  const realm = await app.realms.byId(due.realmId)
  await realm.follower.advance()
  const { directory } = realm
  const user = directory.users.get(due.userId)
  if (!mayGetMail(user) || directory.realm.deactivated) return undefined
  const { db } = app.database
  const told = await noticesAbout(db, due, mostMessages)
  const relations = told.length === 0 ? [] : await relationsOf(db, realm.id, user.id, told)
  const unread = relations.filter((one) => !one.read && mayReadMessage(directory, user, one))
  // What was taken by a process that died has no mark any more, and may have been told.
  const isNews = due.news || !due.reads
  if (isNews && unread.length > 0) return await message(db, directory, user, due.tag, unread)
  return due.reads && unread.length === 0 ? { kind: 'read', tag: due.tag } : undefined
}

async function message(
  db: Db,
  directory: Directory,
  user: User,
  tag: string,
  unread: readonly Relation[],
): Promise<WebPush> {
  const newest = unread.at(-1)!
  const channel = newest.channelId === null ? undefined : directory.channels.get(newest.channelId)
  const text = noticesFor(user)
  const sender = nameFor(directory, user, newest.senderId, text('push.unknownPerson'))
  const showsContent = channel !== undefined || userSetting(user, 'pm_content_in_desktop_notifications')
  const [said] = showsContent ? await textsOf(db, [newest.id]) : []
  const html = said?.html.replaceAll(program, `<p>${text('push.code')}</p>`) ?? ''
  return {
    kind: 'message',
    title: channel === undefined ? sender : `${sender} (#${channel.name} › ${toWire(newest.topic, false)})`,
    body: shortened(readable(html, text('push.hidden'))),
    sender_id: newest.senderId,
    // The app finds the conversation from the message, also where it has been moved since.
    address: `/m/${newest.id}`,
    tag,
    count: unread.length,
    messages: unread.map(({ id }) => id),
  }
}

/** Nobody reads a program on a locked screen. */
const program = /<pre>.*?<\/pre>/gs

const longest = 140

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()]
  if (characters.length <= longest) return characters.join('')
  const beginning = characters.slice(0, longest - 1)
  return `${beginning.join('').trimEnd()}…`
}

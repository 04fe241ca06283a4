import { callRingSeconds, type WebPush } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import { toWire } from '../../../directory/topics.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { noticesFor } from '../../../texts/notices.ts'
import { ringingSince } from '../../conversation/calls/store.ts'
import { mayReadMessage } from '../../conversation/messages/access.ts'
import { type Relation, relationsOf } from '../../conversation/read-state/flags-store.ts'
import { nameFor } from '../missed-messages/names.ts'
import { toPlainText } from '../missed-messages/plain-text.ts'
import { mayGetNotifications } from '../missed-messages/rules.ts'
import { textsOf } from '../missed-messages/text-store.ts'
import type { DuePush } from './due-store.ts'
import { noticesAbout } from './notice-store.ts'

/** Messages considered per conversation; the payload must fit into 4 KB. */
const maxMessages = 50

/** Builds the push payload from current state, not from when it was enqueued; may be empty. */
export async function payloadFor(app: App, due: DuePush): Promise<WebPush | undefined> {
  const realm = await app.realms.byId(due.realmId)
  await realm.follower.advance()
  const { directory } = realm
  const user = directory.users.get(due.userId)
  if (!mayGetNotifications(user) || directory.realm.deactivated) return undefined
  const { db } = app.database
  const noticeIds = await noticesAbout(db, due, maxMessages)
  const relations = noticeIds.length === 0 ? [] : await relationsOf(db, realm.id, user.id, noticeIds)
  const unread = relations.filter((one) => !one.read && mayReadMessage(directory, user, one))
  // A lease that expired has no flags; the message may have been shown.
  const hasNewMessages = due.news || !due.reads
  if (hasNewMessages && unread.length > 0) return await messagePayload(app, directory, user, due.tag, unread)
  return due.reads && unread.length === 0 ? { kind: 'read', tag: due.tag } : undefined
}

async function messagePayload(
  app: App,
  directory: Directory,
  user: User,
  tag: string,
  unread: readonly Relation[],
): Promise<WebPush> {
  const { db } = app.database
  const newest = unread.at(-1)!
  const channel = newest.channelId === null ? undefined : directory.channels.get(newest.channelId)
  const text = noticesFor(user)
  const sender = nameFor(directory, user, newest.senderId, text('push.unknownPerson'))
  const showsContent = channel !== undefined || userSetting(user, 'pm_content_in_desktop_notifications')
  const [said] = showsContent ? await textsOf(db, [newest.id]) : []
  const html = said?.html.replaceAll(codeBlock, `<p>${text('push.code')}</p>`) ?? ''
  return {
    kind: 'message',
    title: channel === undefined ? sender : `${sender} (#${channel.name} › ${toWire(newest.topic, false)})`,
    body: shortened(toPlainText(html, text('push.hidden'))),
    sender_id: newest.senderId,
    // The app resolves the conversation from the message, also after a move.
    address: `/m/${newest.id}`,
    tag,
    count: unread.length,
    messages: unread.map(({ id }) => id),
    ...(channel === undefined
      ? await callOf(app, user, newest.id, text('push.calling', { name: sender }))
      : {}),
  }
}

/** Whether the message is a call that rings for the user. */
async function callOf(
  { clock, database }: App,
  user: User,
  messageId: number,
  title: string,
): Promise<Pick<Extract<WebPush, { kind: 'message' }>, 'call'>> {
  const after = new Date(clock.now() - callRingSeconds * 1_000)
  const startedAt = await ringingSince(database.db, messageId, user.id, after)
  if (startedAt === undefined) return {}
  return { call: { title, rings_until: toSeconds(startedAt.getTime()) + callRingSeconds } }
}

/** Code blocks are omitted. */
const codeBlock = /<pre>.*?<\/pre>/gs

const maxTextLength = 140

function shortened(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ').trim()]
  if (characters.length <= maxTextLength) return characters.join('')
  const beginning = characters.slice(0, maxTextLength - 1)
  return `${beginning.join('').trimEnd()}…`
}

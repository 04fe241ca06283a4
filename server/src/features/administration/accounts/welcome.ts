import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { welcomeBot } from '../../../realms/system.ts'
import { noticesOf } from '../../../texts/notices.ts'
import type { Translate } from '../../../texts/texts.ts'
import { postNotice, sendDirectNotice } from '../../conversation/messages/notices.ts'
import { changeFlags } from '../../conversation/read-state/flags.ts'
import { nameOf } from '../../places/channels/bot-text.ts'

/** Posts notices about a new user and sends a welcome message. The account stays if this fails. */
export async function welcome(
  app: App,
  realm: Realm,
  userId: number,
  { inviterId }: { inviterId?: number | undefined } = {},
): Promise<void> {
  const user = realm.directory.users.get(userId)
  if (user === undefined) return
  try {
    await postArrivalNotice(app, realm, user)
    if (inviterId !== undefined) await notifyInviter(app, realm, user, inviterId)
    await sendGreeting(app, realm, user)
  } catch (error) {
    app.logger.error({ err: error, realm_id: realm.id }, 'could not welcome a new account')
  }
}

/** Only if the organization has a channel for these notices. */
async function postArrivalNotice(app: App, realm: Realm, user: User): Promise<void> {
  const { directory } = realm
  const channel = directory.channels.get(directory.setting('signup_announcements_stream_id'))
  if (channel === undefined) return
  const text = noticesOf(directory)
  const where = { channel, topic: text('topics.signups') }
  const content = text('newcomer.joined', { user: nameOf(user) })
  await realm.transact((tx) => postNotice(app, tx, realm, where, content, []))
}

async function notifyInviter(app: App, realm: Realm, user: User, inviterId: number): Promise<void> {
  const inviter = realm.directory.users.get(inviterId)
  if (!inviter?.isActive) return
  await sendDirectNotice(app, realm, inviter, (text) => text('newcomer.accepted', { user: nameOf(user) }))
}

/** Stars the message, so that the user can find it again. */
async function sendGreeting(app: App, realm: Realm, user: User): Promise<void> {
  const { directory } = realm
  const organization = directory.realm.name
  const greeting = (text: Translate) =>
    [text('welcome.hello', { organization }), text('welcome.begin'), text('welcome.help')].join('\n\n')
  const { id } = await sendDirectNotice(app, realm, user, greeting, welcomeBot(directory))
  await changeFlags(realm, user, { messages: [id], op: 'add', flag: 'starred' })
}

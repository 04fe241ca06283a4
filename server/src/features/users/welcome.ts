import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import type { Realm } from '../../realms/realm.ts'
import { notificationBot, welcomeBot } from '../../realms/system.ts'
import { postNotice } from '../messages/notices.ts'
import { sendMessage } from '../messages/send.ts'
import { changeFlags } from '../reading/flags.ts'

const signupTopic = 'signups'

const greeting = (name: string) =>
  `Hello, and welcome to ${name}!

Every message in a channel has a topic, so that you can follow what concerns you and skip the rest. Look around, and say hello in a channel that you like.

I can tell you about **channels**, **topics**, **direct messages**, **mentions**, **formatting** and **search**. Just write one of these words.`

/** Tells of a new person, and helps them begin. The account stays if this fails. */
export async function welcome(
  app: App,
  realm: Realm,
  userId: number,
  { tell }: { tell?: number | undefined } = {},
): Promise<void> {
  const user = realm.directory.users.get(userId)
  if (user === undefined) return
  try {
    await announce(app, realm, user)
    if (tell !== undefined) await tellInviter(app, realm, user, tell)
    await greet(app, realm, user)
  } catch (error) {
    app.logger.error({ err: error, realm_id: realm.id }, 'could not welcome a new account')
  }
}

const silentMention = (user: User) => `@_**${user.fullName}|${user.id}**`

/** Where the organization wants that. */
async function announce(app: App, realm: Realm, user: User): Promise<void> {
  const { directory } = realm
  const channel = directory.channels.get(directory.setting('signup_announcements_stream_id'))
  if (channel === undefined) return
  const content = `${silentMention(user)} joined this organization.`
  await realm.transact((tx) => postNotice(app, tx, realm, { channel, topic: signupTopic }, content, []))
}

async function tellInviter(app: App, realm: Realm, user: User, inviterId: number): Promise<void> {
  const { directory } = realm
  if (!directory.users.get(inviterId)?.isActive) return
  await sendMessage(app, realm, notificationBot(directory), {
    ...directlyTo(inviterId),
    content: `${silentMention(user)} accepted your invitation.`,
  })
}

/** With a star, so that it is found again. */
async function greet(app: App, realm: Realm, user: User): Promise<void> {
  const { directory } = realm
  const content = greeting(directory.realm.name)
  const { id } = await sendMessage(app, realm, welcomeBot(directory), { ...directlyTo(user.id), content })
  await changeFlags(realm, user, { messages: [id], op: 'add', flag: 'starred' })
}

const directlyTo = (userId: number) => ({
  type: 'direct' as const,
  to: [userId],
  topic: undefined,
  clientName: 'Internal',
})

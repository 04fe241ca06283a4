import type { App } from '../../app.ts'
import type { Realm } from '../../realms/realm.ts'
import { postNotice } from '../messages/notices.ts'

const signupTopic = 'signups'

/** Tells of a new person where the organization wants that. The account stays if this fails. */
export async function announceNewcomer(app: App, realm: Realm, userId: number): Promise<void> {
  const { directory } = realm
  const channel = directory.channels.get(directory.setting('signup_announcements_stream_id'))
  const user = directory.users.get(userId)
  if (channel === undefined || user === undefined) return
  const content = `@_**${user.fullName}|${user.id}** joined this organization.`
  try {
    await realm.transact((tx) => postNotice(app, tx, realm, { channel, topic: signupTopic }, content, []))
  } catch (error) {
    app.logger.error({ err: error, realm_id: realm.id }, 'could not tell of a new account')
  }
}

import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type User, userSetting } from '../../../directory/directory.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishSessionEndings } from '../../../sessions/sessions.ts'
import { deleteSessions, sessionsOf } from '../../../sessions/store.ts'
import { newLoginEmail } from './emails.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

export async function presentSessions(app: App, user: User, currentId: number | undefined) {
  const sessions = await sessionsOf(app.database.db, user.id, new Date(app.clock.now()))
  return sessions.map(({ id, user_agent, address, created_at, last_used_at }) => ({
    id,
    user_agent,
    address,
    created_at: toSeconds(created_at.getTime()),
    last_used_at: toSeconds(last_used_at.getTime()),
    is_current: id === currentId,
  }))
}

/** Ends one session of a user, or all but one. */
export async function endSessions(
  realm: Realm,
  userId: number,
  which: { only?: number; except?: number | undefined },
): Promise<void> {
  await realm.transact(async (tx) => {
    const ended = await deleteSessions(tx, userId, which)
    if (which.only !== undefined && ended === 0) throw apiError('session-not-found')
    if (ended === 0) return
    publishSessionEndings(tx, [userId])
    const after = which.only === undefined ? { sessions: ended } : { session_id: which.only }
    tx.audit({ kind: 'session.ended', target: { type: 'user', id: userId }, after })
  })
}

/** No notification for the login right after signup. */
const newAccountSeconds = 60

/** Notifies a user by email about a login on a new device, or with a program that gets the API key. */
export async function sendLoginEmail(
  app: App,
  realm: Realm,
  user: User,
  from: { userAgent: string; address: string },
): Promise<void> {
  const at = app.clock.now()
  if (!userSetting(user, 'enable_login_emails') || at - user.createdAt < newAccountSeconds * 1_000) return
  const stop = unsubscribeUrl(app, realm.directory, user, 'login')
  const email = newLoginEmail(realm, user, { ...from, at }, stop)
  await sendEmail({ db: app.database.db, sealer: app.sealer }, email)
}

import type { IncomingHttpHeaders } from 'node:http'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { saltOf } from '../../../platform/passwords.ts'
import type { Realm } from '../../../realms/realm.ts'
import { cookie, cookieNames, readCookie } from '../../../sessions/cookies.ts'
import { type OpenedSession, openSession, type SessionOrigin } from '../../../sessions/sessions.ts'
import { passwordHashOf } from '../../identity/users/store.ts'
import { firstLoginCookies } from './first-login.ts'
import { sendLoginEmail } from './sessions.ts'

/** Browsers keep cookies for at most 400 days. Each login renews it. */
const knownSeconds = 400 * 24 * 60 * 60
/** Accounts of one organization that share a browser. */
const maxAccounts = 5

const nameOf = ({ directory }: Realm) => `${cookieNames(directory.url).secure ? '__Host-' : ''}loquat_known`

/**
 * Proves that the account was used in this browser. It contains the salt of the password, so that after a change of
 * the password every browser counts as new.
 */
async function signatureOf(app: App, realm: Realm, user: User): Promise<string> {
  const hash = await passwordHashOf(app.database.db, user.id)
  return app.signer.sign('known browser', `${realm.id} ${user.id} ${saltOf(hash ?? '')}`)
}

const signaturesIn = (realm: Realm, headers: IncomingHttpHeaders) =>
  (readCookie(headers, nameOf(realm)) ?? '').split('.').filter((one) => /^[\w-]{43}$/.test(one))

/** Opens a session, marks the first one for the web app, and notifies the user by email if the account was not used in this browser before. */
export async function openReportedSession(
  app: App,
  realm: Realm,
  user: User,
  from: SessionOrigin,
): Promise<OpenedSession> {
  const { headers, address, remember } = from
  const session = await openSession(app, realm, user, from)
  const isFirst = await firstLoginCookies(app, realm, user, session.id)
  const opened = { ...session, cookies: [...session.cookies, ...isFirst] }
  const own = await signatureOf(app, realm, user)
  const known = signaturesIn(realm, headers)
  if (!known.includes(own)) {
    await sendLoginEmail(app, realm, user, { userAgent: headers['user-agent'] ?? '', address })
  }
  if (!remember) return opened
  const value = [own, ...known.filter((one) => one !== own)].slice(0, maxAccounts).join('.')
  const { secure } = cookieNames(realm.directory.url)
  return {
    ...opened,
    cookies: [...opened.cookies, cookie(nameOf(realm), value, { secure, seconds: knownSeconds })],
  }
}

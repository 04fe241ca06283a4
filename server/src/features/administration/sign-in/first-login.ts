import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { cookie, cookieNames, firstLoginCookie } from '../../../sessions/cookies.ts'
import { isFirstLogin } from './first-login-store.ts'

/** The app opens right after a login. */
const validSeconds = 600

/** A Set-Cookie header for the first login of a user, however the account was created; otherwise none. */
export async function firstLoginCookies(
  { database: { db } }: App,
  { directory }: Realm,
  user: User,
  sessionId: number,
): Promise<string[]> {
  if (!(await isFirstLogin(db, user.id, sessionId))) return []
  const { secure } = cookieNames(directory.url)
  return [cookie(firstLoginCookie, String(user.id), { secure, forScripts: true, seconds: validSeconds })]
}

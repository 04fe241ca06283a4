import type { IncomingHttpHeaders } from 'node:http'
import { apiError, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { cookie, cookieNames, readCookie } from '../../../sessions/cookies.ts'
import { assertCode } from './codes.ts'
import {
  browsersOf,
  consumePendingLogin,
  insertBrowser,
  insertPendingLogin,
  type PendingLogin,
  pendingLoginByHash,
} from './login-store.ts'
import { assertNotOverdue } from './requirement.ts'
import { hasFactor } from './store.ts'

const pendingSeconds = 600
export const rememberedDays = 30
const rememberedSeconds = rememberedDays * 24 * 60 * 60
const keyLength = 32

function cookiesOf({ directory }: Realm) {
  const { secure } = cookieNames(directory.url)
  const prefix = secure ? '__Host-' : ''
  return { pending: `${prefix}loquat_pending`, browser: `${prefix}loquat_browser`, secure }
}

/** Whether a login needs a code after the password. */
export async function needsSecondStep(
  app: App,
  realm: Realm,
  user: User,
  headers: IncomingHttpHeaders,
): Promise<boolean> {
  return (await hasFactor(app.database.db, user.id)) && !(await isRemembered(app, realm, user, headers))
}

async function isRemembered(app: App, realm: Realm, user: User, headers: IncomingHttpHeaders) {
  const hash = browserHash(realm, headers)
  if (hash === undefined) return false
  const browsers = await browsersOf(app.database.db, user.id, new Date(app.clock.now()))
  return browsers.some(({ key_hash }) => key_hash === hash)
}

/** The hash of the key by which this browser is remembered, if it is. */
export function browserHash(realm: Realm, headers: IncomingHttpHeaders): string | undefined {
  const key = readCookie(headers, cookiesOf(realm).browser)
  return key === undefined ? undefined : hashOfKey(key)
}

/** For clients that send the password and the code in one request. */
export async function assertSecondFactor(
  app: App,
  realm: Realm,
  user: User,
  given: { code: string; headers: IncomingHttpHeaders; address: string },
): Promise<void> {
  const { code, headers, address } = given
  try {
    if (!(await needsSecondStep(app, realm, user, headers))) {
      await assertNotOverdue(app, realm, user)
      return
    }
    if (code === '') throw apiError('second-factor-missing')
    await assertCode(app, realm, user, code, { address, wrong: 'second-factor-wrong' })
  } catch (error) {
    if (error instanceof WireError) app.metrics.loginFailed(error.reason)
    throw error
  }
}

/** Stores that the password was right, and returns a cookie with which the same browser can complete the login. */
export async function startSecondStep(
  app: App,
  realm: Realm,
  user: User,
  remember: boolean,
): Promise<string[]> {
  const key = randomKey(keyLength)
  const now = app.clock.now()
  await realm.transact((tx) =>
    insertPendingLogin(tx, {
      userId: user.id,
      keyHash: hashOfKey(key),
      remember,
      createdAt: new Date(now),
      expiresAt: new Date(now + pendingSeconds * 1_000),
    }),
  )
  const { pending, secure } = cookiesOf(realm)
  return [cookie(pending, key, { secure, seconds: pendingSeconds })]
}

export interface SecondStep {
  login: PendingLogin
  user: User
}

/** The login that waits for a code in this browser. */
export async function secondStepOf(
  app: App,
  realm: Realm,
  headers: IncomingHttpHeaders,
): Promise<SecondStep | undefined> {
  const key = readCookie(headers, cookiesOf(realm).pending)
  if (key === undefined) return undefined
  const now = new Date(app.clock.now())
  const login = await pendingLoginByHash(app.database.db, realm.id, hashOfKey(key), now)
  const user = realm.directory.users.get(login?.userId ?? 0)
  return login === undefined || !user?.isActive ? undefined : { login, user }
}

/** Ends a pending login. Returns a cookie that deletes its key, or undefined if it has ended already. */
export async function finishSecondStep(
  app: App,
  realm: Realm,
  { login }: SecondStep,
): Promise<string[] | undefined> {
  if (!(await consumePendingLogin(app.database.db, login.id))) return undefined
  const { pending, secure } = cookiesOf(realm)
  return [cookie(pending, '', { secure, seconds: 0 })]
}

/** Lets this browser log in without a code. */
export async function rememberBrowser(
  app: App,
  realm: Realm,
  user: User,
  from: { headers: IncomingHttpHeaders; address: string },
): Promise<string[]> {
  const key = randomKey(keyLength)
  const now = app.clock.now()
  await realm.transact((tx) =>
    insertBrowser(tx, {
      userId: user.id,
      keyHash: hashOfKey(key),
      userAgent: (from.headers['user-agent'] ?? '').slice(0, 300),
      address: from.address,
      createdAt: new Date(now),
      expiresAt: new Date(now + rememberedSeconds * 1_000),
    }),
  )
  const { browser, secure } = cookiesOf(realm)
  return [cookie(browser, key, { secure, seconds: rememberedSeconds })]
}

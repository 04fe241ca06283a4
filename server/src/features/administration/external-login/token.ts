import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { attemptFrom, countAttempts, forgiveAttempts } from '../sign-in/attempts.ts'
import { accountByEmail } from './dev.ts'

/** The account named by a token signed with the shared secret. */
export async function accountInToken(app: App, realm: Realm, token: string, address: string): Promise<User> {
  const { jwtSecret } = app.config
  if (jwtSecret === undefined) throw apiError('login-by-token-disabled')
  const attempt = attemptFrom('login from', address)
  await countAttempts(app, realm, attempt)
  const user = await accountByEmail(realm, await parseToken(app, token, jwtSecret))
  await forgiveAttempts(app, realm, attempt)
  return user
}

async function parseToken({ clock }: App, token: string, secret: string): Promise<string> {
  const { jwtVerify } = await import('jose')
  try {
    // Fixed algorithm, because a token must not choose how it is verified.
    const { payload } = await jwtVerify(token, Buffer.from(secret), {
      algorithms: ['HS256'],
      // A leaked token without an expiry would give access forever.
      requiredClaims: ['exp'],
      currentDate: new Date(clock.now()),
    })
    if (typeof payload.email === 'string') return payload.email
  } catch {
    throw apiError('login-token-invalid')
  }
  throw apiError('login-token-email-missing')
}

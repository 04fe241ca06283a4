import {
  type AuthenticationCredential,
  apiError,
  authenticationCredential,
  type RegistrationCredential,
  registrationCredential,
  WireError,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Fields } from '../../../http/request/form.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { Realm } from '../../../realms/realm.ts'
import { hasLdapIdentity } from '../external-login/ldap-login.ts'
import { usesPasswords } from '../server-settings/authentication.ts'
import { attemptFrom, countAttempts, forgiveAttempts } from '../sign-in/attempts.ts'
import { assertActive } from '../sign-in/log-in.ts'
import { handleOf, verifyPasskey } from './passkeys.ts'

/** A form that a script of the page shows and completes with the answer of a passkey. */
export const passkeyForm = (options: object, label: Html) =>
  html`<form method="post" hidden data-passkey="${JSON.stringify(options)}"><input type="hidden" name="credential"><button class="plain">${label}</button></form>`

/** The same, for a passkey that the browser creates. */
export const newPasskeyForm = (options: object, label: Html) =>
  html`<form method="post" hidden data-new-passkey="${JSON.stringify(options)}"><input type="hidden" name="credential"><button class="plain">${label}</button></form>`

/** The answer of a passkey in a submitted form. */
export const credentialIn = (form: Fields): AuthenticationCredential | undefined =>
  parsedCredential(form, (value) => authenticationCredential.parse(value))

export const newCredentialIn = (form: Fields): RegistrationCredential | undefined =>
  parsedCredential(form, (value) => registrationCredential.parse(value))

function parsedCredential<T>(form: Fields, parse: (value: unknown) => T): T | undefined {
  const text = form.get('credential')
  if (text === undefined) return undefined
  try {
    return parse(JSON.parse(text))
  } catch {
    throw apiError('passkey-invalid')
  }
}

/**
 * The account that a passkey belongs to. Only where passwords log in as well: elsewhere, an outside service decides who
 * can.
 */
export async function logInByPasskey(
  app: App,
  realm: Realm,
  credential: AuthenticationCredential,
  address: string,
): Promise<User> {
  try {
    const attempts = attemptFrom('login from', address)
    await countAttempts(app, realm, attempts)
    await realm.decideFresh(() => {
      if (!usesPasswords(app.config, realm.directory)) throw apiError('login-by-password-disabled')
    })
    const passkey = await verifyPasskey(app, realm, { kind: 'login' }, credential)
    await realm.follower.catchUp()
    const user = realm.directory.users.get(passkey.user_id)
    const handle = Buffer.from(credential.response.userHandle ?? '', 'base64url').toString()
    if (user === undefined || handle !== handleOf(user)) throw apiError('passkey-invalid')
    assertActive(realm, user)
    if (await hasLdapIdentity(app, realm, user)) throw apiError('passkey-login-disabled')
    await forgiveAttempts(app, realm, attempts)
    return user
  } catch (error) {
    if (error instanceof WireError) app.metrics.loginFailed(error.reason)
    throw error
  }
}

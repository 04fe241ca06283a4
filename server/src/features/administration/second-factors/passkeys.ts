import {
  type AuthenticationCredential,
  apiError,
  maxPasskeyNameLength,
  maxPasskeys,
  type RegistrationCredential,
} from '@loquat/contract'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { type ChallengePurpose, isOwnChallenge, newChallenge, redeemChallenge } from './challenges.ts'
import { type PasskeyRow, passkeyByCredential, passkeysOf, recordPasskeyUse } from './passkey-store.ts'

/** Loaded on first use. */
const library = () => import('@simplewebauthn/server')

/** Passkeys belong to the host name of one organization. */
function relyingParty({ directory }: Realm) {
  const { origin, hostname } = new URL(directory.url)
  return { origin, rpId: hostname }
}

/** Ed25519, ES256 and RS256: one of them is in every authenticator, and all of them in every Node.js. */
const supportedAlgorithmIDs = [-8, -7, -257]

const transportsOf = ({ transports }: PasskeyRow) => transports as AuthenticatorTransport[]

/** Options for `navigator.credentials.create()`. */
export async function registrationOptions(app: App, realm: Realm, user: User) {
  const known = await passkeysOf(app.database.db, user.id)
  const { generateRegistrationOptions } = await library()
  return await generateRegistrationOptions({
    rpName: realm.directory.realm.name,
    rpID: relyingParty(realm).rpId,
    userName: user.deliveryEmail,
    userDisplayName: user.fullName,
    userID: new Uint8Array(Buffer.from(handleOf(user))),
    challenge: new Uint8Array(Buffer.from(newChallenge(app, realm, { kind: 'register', userId: user.id }))),
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map((row) => ({ id: row.credential_id, transports: transportsOf(row) })),
    // Passkeys also log in alone, so they have to be found without a name and to check who uses them.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The handle that a passkey stores. It does not tell others who the user is. */
export const handleOf = (user: User) => `user-${user.id}`

/** How long browsers wait for a passkey. */
const timeoutMs = 300_000

/**
 * Options for `navigator.credentials.get()`. Without passkeys, the browser offers those that it knows. Every visit of the login page needs
 * them, so they do not load the library.
 */
export const authenticationOptions = (
  app: App,
  realm: Realm,
  purpose: ChallengePurpose,
  known: readonly PasskeyRow[] = [],
) => ({
  rpId: relyingParty(realm).rpId,
  challenge: Buffer.from(newChallenge(app, realm, purpose)).toString('base64url'),
  allowCredentials: known.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key',
    transports,
  })),
  timeout: timeoutMs,
  userVerification: 'required',
})

export function checkedPasskeyName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > maxPasskeyNameLength)
    throw apiError('passkey-name-invalid', { max: maxPasskeyNameLength })
  return trimmed
}

/** Verifies a new passkey, and returns its row. */
export async function verifiedPasskey(app: App, realm: Realm, user: User, response: RegistrationCredential) {
  const known = await passkeysOf(app.database.db, user.id)
  if (known.length >= maxPasskeys) throw apiError('passkey-limit-reached', { max: maxPasskeys })
  const { origin, rpId } = relyingParty(realm)
  const challenge = new ExpectedChallenge(app, realm, { kind: 'register', userId: user.id })
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo: info } = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge.check,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch((error: unknown) => {
    throw refusal(app, error)
  })
  if (info === undefined || !(await challenge.redeem())) throw apiError('passkey-invalid')
  return {
    user_id: user.id,
    credential_id: info.credential.id,
    public_key: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports: (response.response.transports ?? []).slice(0, 10),
    is_synced: info.credentialBackedUp,
    created_at: new Date(app.clock.now()),
  }
}

/** Verifies that somebody has a passkey of the organization, or of one user, and returns it. */
export async function verifyPasskey(
  app: App,
  realm: Realm,
  purpose: ChallengePurpose,
  response: AuthenticationCredential,
  owner?: User,
): Promise<PasskeyRow> {
  const passkey = await passkeyByCredential(app.database.db, realm.id, response.id)
  if (passkey === undefined || (owner !== undefined && passkey.user_id !== owner.id))
    throw apiError('passkey-invalid')
  const { origin, rpId } = relyingParty(realm)
  const challenge = new ExpectedChallenge(app, realm, purpose)
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge.check,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      transports: transportsOf(passkey),
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refusal(app, error)
  })
  const now = new Date(app.clock.now())
  const isNew =
    verified &&
    (await challenge.redeem()) &&
    (await recordPasskeyUse(app.database.db, passkey.id, authenticationInfo.newCounter, now))
  if (!isNew) throw apiError('passkey-invalid')
  return passkey
}

/** The library throws for everything that does not fit: another origin, a reused challenge, a counter that went back. */
function refusal({ logger }: Pick<App, 'logger'>, error: unknown) {
  logger.info({ err: error }, 'a passkey was refused')
  return apiError('passkey-invalid')
}

/** A challenge that is known only when the response is read. */
class ExpectedChallenge {
  readonly #app: App
  readonly #realm: Realm
  readonly #purpose: ChallengePurpose
  #seen: string | undefined

  constructor(app: App, realm: Realm, purpose: ChallengePurpose) {
    this.#app = app
    this.#realm = realm
    this.#purpose = purpose
  }

  readonly check = (encoded: string): boolean => {
    this.#seen = encoded
    return isOwnChallenge(this.#app, this.#realm, this.#purpose, encoded)
  }

  /** Only after the signature was verified, so that nobody can use up challenges of others. */
  async redeem(): Promise<boolean> {
    return this.#seen !== undefined && (await redeemChallenge(this.#app, this.#seen))
  }
}

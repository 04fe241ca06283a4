import { apiError } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import { tokenEnd } from '../../events/credential.ts'
import { contains } from '../../platform/networks.ts'
import { hashOfKey } from '../../platform/signer.ts'
import type { Realm } from '../../realms/realm.ts'
import { isToken, noteUse, type TokenGrant } from '../../tokens/tokens.ts'
import type { Exchange } from '../exchange.ts'

const incomingWebhookBot = 2
const keyForm = /^[A-Za-z0-9]{32}$/

/** Hash for account lookups. Undefined for text that cannot be a key. */
export const keyHashOf = (key: string) => (keyForm.test(key) ? hashOfKey(key) : undefined)

export interface Credentials {
  /** Undefined for a token without one. */
  email: string | undefined
  /** Hash of an API key or token. */
  keyHash: string | undefined
  isToken: boolean
}

/** A request that credentials came with. */
export type AuthenticatedRequest = Pick<Exchange, 'address' | 'token'>

const credentialsByHeader = new Map<string, Credentials>()
const maxCachedHeaders = 20_000
const maxCachedHeaderLength = 500

/** HTTP Basic: the real email address and the API key or a token. Bearer: a token. */
export function readCredentials(header: string | undefined): Credentials {
  if (header === undefined) throw apiError('authentication-required')
  const known = credentialsByHeader.get(header)
  if (known !== undefined) return known
  const credentials = decodeCredentials(header)
  // Clients send the same header with every call. Only decoding and hashing is cached; whether the key is valid is checked each time.
  if (credentialsByHeader.size >= maxCachedHeaders) credentialsByHeader.clear()
  if (header.length <= maxCachedHeaderLength) credentialsByHeader.set(header, credentials)
  return credentials
}

function decodeCredentials(header: string): Credentials {
  const words = header.trim().split(/\s+/)
  const scheme = words[0]?.toLowerCase()
  const encoded = words[1]
  if (scheme === 'bearer' && words.length === 2 && encoded !== undefined && isToken(encoded)) {
    return { email: undefined, keyHash: hashOfKey(encoded), isToken: true }
  }
  if (scheme !== 'basic') throw apiError('authentication-scheme-unsupported')
  if (encoded === undefined || words.length !== 2 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) {
    throw apiError('authorization-header-malformed')
  }
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const [email, key, ...more] = decoded.split(':')
  if (email === undefined || key === undefined || more.length > 0 || decoded.includes('\uFFFD')) {
    throw apiError('authorization-header-malformed')
  }
  const secret = key.trim()
  return isToken(secret)
    ? { email: email.trim(), keyHash: hashOfKey(secret), isToken: true }
    : { email: email.trim(), keyHash: keyHashOf(secret), isToken: false }
}

/** The account of valid credentials, active and in this organization. Throws otherwise. Notes the token in the request. */
export async function authenticate(
  app: App,
  realm: Realm | undefined,
  request: AuthenticatedRequest,
  credentials: Credentials,
  openToWebhookBots: boolean,
): Promise<User> {
  const { keyHash } = credentials
  if (realm === undefined || keyHash === undefined) throw apiError('credentials-invalid')
  const token = credentials.isToken ? await app.tokens.find(app, realm, keyHash) : undefined
  const user = await realm.decideFresh(() =>
    identify(app, realm, request, credentials, token, openToWebhookBots),
  )
  request.token = token
  return user
}

/** The same from data in memory; undefined if that is not enough to accept. */
export function authenticateFromMemory(
  app: App,
  realm: Realm | undefined,
  request: AuthenticatedRequest,
  credentials: Credentials,
  openToWebhookBots: boolean,
): User | undefined {
  const { keyHash } = credentials
  if (realm === undefined || keyHash === undefined) return undefined
  const token = credentials.isToken ? app.tokens.recall(realm, keyHash) : undefined
  if (credentials.isToken && token === undefined) return undefined
  try {
    const user = identify(app, realm, request, credentials, token, openToWebhookBots)
    request.token = token
    return user
  } catch {
    return undefined
  }
}

function identify(
  app: App,
  realm: Realm,
  request: AuthenticatedRequest,
  { email, keyHash, isToken }: Credentials,
  token: TokenGrant | undefined,
  openToWebhookBots: boolean,
): User {
  const { directory } = realm
  const user = isToken ? directory.users.get(token?.userId ?? 0) : directory.userByKeyHash(keyHash ?? '')
  const isTheirs = user !== undefined && (email === undefined || isSameAddress(user.deliveryEmail, email))
  if (!isTheirs || user.isSystemBot) throw apiError('credentials-invalid')
  if (directory.realm.deactivated) throw apiError('credentials-organization-deactivated')
  if (!user.isActive) throw apiError('credentials-account-deactivated')
  if (token !== undefined) assertTokenUsable(app, realm, request, token)
  else if (!directory.setting('api_keys_enabled')) throw apiError('api-keys-disabled')
  if (!openToWebhookBots) assertNotWebhookBot(user)
  return user
}

/** Rejects a token that has expired, or that comes from another address than it may. */
export function assertTokenUsable(
  app: App,
  { directory }: Realm,
  request: Pick<AuthenticatedRequest, 'address'>,
  token: TokenGrant,
): void {
  if (app.clock.now() >= tokenEnd(directory, token)) throw apiError('token-expired')
  if (token.addresses !== undefined && !contains(token.addresses, request.address)) {
    throw apiError('token-address-denied')
  }
  noteUse(app, token)
}

export const isWebhookBot = (user: User): boolean => user.botType === incomingWebhookBot

export function assertNotWebhookBot(user: User): void {
  if (isWebhookBot(user)) throw apiError('caller-is-webhook-bot')
}

const isSameAddress = (one: string, other: string) =>
  one === other || one.toLowerCase() === other.toLowerCase()

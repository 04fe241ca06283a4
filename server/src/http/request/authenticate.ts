import { apiError } from '@loquat/contract'
import type { User } from '../../directory/directory.ts'
import { hashOfKey } from '../../platform/signer.ts'
import type { Realm } from '../../realms/realm.ts'

const incomingWebhookBot = 2
const keyForm = /^[A-Za-z0-9]{32}$/

/** Hash for account lookups. Undefined for text that cannot be a key. */
export const keyHashOf = (key: string) => (keyForm.test(key) ? hashOfKey(key) : undefined)

export interface Credentials {
  email: string
  keyHash: string | undefined
}

const credentialsByHeader = new Map<string, Credentials>()
const maxCachedHeaders = 20_000
const maxCachedHeaderLength = 500

/** HTTP Basic: the real email address and the API key. */
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
  if (words[0]?.toLowerCase() !== 'basic') throw apiError('authentication-scheme-unsupported')
  const encoded = words[1]
  if (encoded === undefined || words.length !== 2 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) {
    throw apiError('authorization-header-malformed')
  }
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const [email, apiKey, ...more] = decoded.split(':')
  if (email === undefined || apiKey === undefined || more.length > 0 || decoded.includes('\uFFFD')) {
    throw apiError('authorization-header-malformed')
  }
  return { email: email.trim(), keyHash: keyHashOf(apiKey.trim()) }
}

/** The account of valid credentials, active and in this organization. Throws otherwise. */
export async function authenticate(
  realm: Realm | undefined,
  credentials: Credentials,
  openToWebhookBots: boolean,
): Promise<User> {
  if (realm === undefined || credentials.keyHash === undefined) throw apiError('credentials-invalid')
  return await realm.decideFresh(() => identify(realm, credentials, openToWebhookBots))
}

/** The same from data in memory; undefined if that is not enough to accept. */
export function authenticateFromMemory(
  realm: Realm | undefined,
  credentials: Credentials,
  openToWebhookBots: boolean,
): User | undefined {
  try {
    return realm === undefined ? undefined : identify(realm, credentials, openToWebhookBots)
  } catch {
    return undefined
  }
}

function identify(realm: Realm, { email, keyHash }: Credentials, openToWebhookBots: boolean): User {
  const user = keyHash === undefined ? undefined : realm.directory.userByKeyHash(keyHash)
  if (user === undefined || user.isSystemBot || !isSameAddress(user.deliveryEmail, email)) {
    throw apiError('credentials-invalid')
  }
  if (realm.directory.realm.deactivated) throw apiError('credentials-organization-deactivated')
  if (!user.isActive) throw apiError('credentials-account-deactivated')
  if (!openToWebhookBots) assertNotWebhookBot(user)
  return user
}

export function assertNotWebhookBot(user: User): void {
  if (user.botType === incomingWebhookBot) throw apiError('caller-is-webhook-bot')
}

const isSameAddress = (one: string, other: string) =>
  one === other || one.toLowerCase() === other.toLowerCase()

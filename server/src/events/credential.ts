import type { Directory } from '../directory/directory.ts'

/** A token, as far as it decides how long a poll or stream may go on. */
export interface TokenCredential {
  readonly kind: 'api' | 'webhook' | 'app'
  readonly createdAt: number
  /** Infinity for never. */
  readonly expiresAt: number
  /** `tokenEndings` of the directory when the token was read. While they are equal, the token has not been revoked. */
  readonly endings: number
}

const dayMs = 24 * 60 * 60 * 1_000

/** When a token ends: by its own expiry, or by the maximum lifetime of the organization. */
export function tokenEnd(
  directory: Directory,
  { kind, createdAt, expiresAt }: Pick<TokenCredential, 'kind' | 'createdAt' | 'expiresAt'>,
): number {
  const days = directory.setting('token_max_lifetime_days')
  if (days === 0 || kind !== 'api') return expiresAt
  return Math.min(expiresAt, createdAt + days * dayMs)
}

/**
 * Identifies how a poll or stream was authenticated: the hash of an API key, a token, or for a browser session the number of sessions that
 * its owner had ended by then. A plain value or a shared object, because thousands of polls hold one.
 */
export type Credential = string | number | TokenCredential

/** Whether the credential still gives access. Polls and streams outlive the authentication of their request. */
export function isStillValid(
  directory: Directory,
  userId: number,
  credential: Credential,
  now: number,
): boolean {
  const user = directory.users.get(userId)
  if (!user?.isActive) return false
  if (typeof credential === 'number') return directory.sessionEndings(userId) === credential
  if (typeof credential === 'string') {
    return user.apiKeyHash === credential && directory.setting('api_keys_enabled')
  }
  return directory.tokenEndings(userId) === credential.endings && now < tokenEnd(directory, credential)
}

import type { Directory } from '../directory/directory.ts'

/**
 * Identifies how a poll or stream was authenticated: the hash of an API key, or for a browser session the number of sessions that its owner
 * had ended by then. A plain value rather than an object, because thousands of polls hold one.
 */
export type Credential = string | number

/** Whether the credential still gives access. Polls and streams outlive the authentication of their request. */
export function isStillValid(directory: Directory, userId: number, credential: Credential): boolean {
  const user = directory.users.get(userId)
  if (!user?.isActive) return false
  return typeof credential === 'string'
    ? user.apiKeyHash === credential
    : directory.sessionEndings(userId) === credential
}

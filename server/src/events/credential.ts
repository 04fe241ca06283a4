import type { Directory } from '../directory/directory.ts'

/**
 * What a reader of a queue has authenticated with: the hash of an API key, or for a browser session the number of sessions of its owner that
 * had ended. Thousands of polls hold one, so it is not an object.
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

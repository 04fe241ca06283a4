import { stockUrl } from '../platform/stock-pictures.ts'
import type { Directory } from './directory.ts'

/** The placeholder shown to guests in place of a user they cannot see. */
export interface HiddenUser {
  email: string
  full_name: string
  avatar_url: string
}

export const hiddenUserName = 'Unknown user'

export const hiddenAvatarUrl = (size: 'small' | 'medium' = 'small') => stockUrl('unknown-user', size)

export const hiddenUser = (directory: Directory, userId: number): HiddenUser => ({
  email: `user${userId}@${directory.emailDomain}`,
  full_name: hiddenUserName,
  avatar_url: hiddenAvatarUrl(),
})

import { stockUrl } from '../platform/stock-pictures.ts'
import type { Directory } from './directory.ts'

/** What those who may not know somebody are told of them. */
export interface Unknown {
  email: string
  full_name: string
  avatar_url: string
}

export const unknownName = 'Unknown user'

export const unknownAvatarUrl = (size: 'small' | 'medium' = 'small') => stockUrl('unknown-user', size)

export const unknownPerson = (directory: Directory, userId: number): Unknown => ({
  email: `user${userId}@${directory.mailDomain}`,
  full_name: unknownName,
  avatar_url: unknownAvatarUrl(),
})

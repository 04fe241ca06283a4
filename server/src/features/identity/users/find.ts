import { apiError } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import { caseless, type Directory, type User } from '../../../directory/directory.ts'
import { trim } from '../../../text.ts'
import { admitsRole, apiEmail } from './present.ts'

export const noSuchUser = () => apiError('user-not-found')

export function findUser(directory: Directory, id: number): User {
  const user = directory.users.get(id)
  if (user === undefined) throw noSuchUser()
  return user
}

/** Finds a user the viewer can see. Hidden and missing users give the same error. */
export const findVisible = (directory: Directory, viewer: User, id: number) =>
  assertVisible(directory, viewer, findUser(directory, id))

function assertVisible(directory: Directory, viewer: User, user: User): User {
  if (!canSeeUser(directory, viewer, user)) throw noSuchUser()
  return user
}

/**
 * Finds a user by API address, or by the real address if the viewer's role may see it. The viewer's own
 * hidden address finds nobody either: the response must not depend on the viewer.
 */
export const findByAddress = (directory: Directory, viewer: User, address: string) =>
  assertVisible(directory, viewer, findByAddressUnchecked(directory, viewer, address))

/** Like `findByAddress`, but includes users the viewer cannot see. */
export function findByAddressUnchecked(directory: Directory, viewer: User, address: string): User {
  const id = /^user(\d+)@/i.exec(address)?.[1]
  if (id !== undefined && caseless(address) === caseless(`user${id}@${directory.emailDomain}`)) {
    return findUser(directory, Number(id))
  }
  const user = directory.userByEmail(address)
  if (user === undefined || !admitsRole(user, viewer.role)) throw noSuchUser()
  return user
}

/** Finds a user by ID or API address. */
export function findByIdOrApiEmail(directory: Directory, viewer: User, text: string): User {
  if (/^\d+$/.test(text)) return findVisible(directory, viewer, Number(text))
  const address = caseless(trim(text))
  for (const user of directory.users.values()) {
    if (caseless(apiEmail(directory, user)) === address) return assertVisible(directory, viewer, user)
  }
  throw noSuchUser()
}

import { refuse } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import { caseless, type Directory, type User } from '../../../directory/directory.ts'
import { trim } from '../../../text.ts'
import { admitsRole, apiEmail } from './present.ts'

export const noSuchUser = () => refuse('BadRequest', 'There is no such user.')

export function findUser(directory: Directory, id: number): User {
  const user = directory.users.get(id)
  if (user === undefined) throw noSuchUser()
  return user
}

/** The same as far as the viewer may know them: the answer does not tell whether there is somebody. */
export const findKnown = (directory: Directory, viewer: User, id: number) =>
  known(directory, viewer, findUser(directory, id))

function known(directory: Directory, viewer: User, user: User): User {
  if (!canSeeUser(directory, viewer, user)) throw noSuchUser()
  return user
}

/**
 * By an address that the server made up, whose ever it is, or by the real one as far as the viewer's role lets them see it.
 * Their own hidden address finds nobody either: the answer must not depend on who asks.
 */
export const findByAddress = (directory: Directory, viewer: User, address: string) =>
  known(directory, viewer, findAnybodyByAddress(directory, viewer, address))

/** The same without regard to whether the viewer may know them. */
export function findAnybodyByAddress(directory: Directory, viewer: User, address: string): User {
  const id = /^user(\d+)@/i.exec(address)?.[1]
  if (id !== undefined && caseless(address) === caseless(`user${id}@${directory.mailDomain}`)) {
    return findUser(directory, Number(id))
  }
  const user = directory.userByEmail(address)
  if (user === undefined || !admitsRole(user, viewer.role)) throw noSuchUser()
  return user
}

/** By ID, or by the address that the API shows of somebody. */
export function findByIdOrApiEmail(directory: Directory, viewer: User, text: string): User {
  if (/^\d+$/.test(text)) return findKnown(directory, viewer, Number(text))
  const wanted = caseless(trim(text))
  for (const user of directory.users.values()) {
    if (caseless(apiEmail(directory, user)) === wanted) return known(directory, viewer, user)
  }
  throw noSuchUser()
}

import type { ProfileData } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { JsonBytes } from '../../../http/json-text.ts'
import { maySeeEmail, presentRegisteredUser, type UserView } from '../../identity/users/present.ts'

type Profiles = ReadonlyMap<number, ProfileData>

interface Texts {
  profile: ProfileData | undefined
  /** By what of somebody depends on who is looking. */
  byView: (string | undefined)[]
}

/** Accounts are replaced when they change, so a text is right for as long as its account is there. */
const texts = new WeakMap<User, Texts>()

function textOf(directory: Directory, user: User, view: UserView & { profiles: Profiles }): string {
  const profile = view.profiles.get(user.id)
  let known = texts.get(user)
  if (known === undefined || known.profile !== profile) {
    known = { profile, byView: [] }
    texts.set(user, known)
  }
  const variant = (maySeeEmail(view.viewer, user) ? 1 : 0) + (view.externalAvatar ? 2 : 0)
  const text = known.byView[variant] ?? JSON.stringify(presentRegisteredUser(directory, user, view))
  known.byView[variant] = text
  return text
}

interface Lists {
  userChanges: number
  profiles: Profiles
  /** By role and kind of picture. */
  bytes: Map<string, JsonBytes>
}

const lists = new WeakMap<Directory, Lists>()

/**
 * A list of all accounts, active or not. Everybody of a role is told the same, but for themselves: their own address, where
 * it is hidden from their role.
 */
export function userList(
  directory: Directory,
  view: UserView & { profiles: Profiles },
  isActive: boolean,
): JsonBytes {
  let known = lists.get(directory)
  if (known?.userChanges !== directory.userChanges || known.profiles !== view.profiles) {
    known = { userChanges: directory.userChanges, profiles: view.profiles, bytes: new Map() }
    lists.set(directory, known)
  }
  const build = () => {
    const people = [...directory.users.values()]
      .filter((user) => !user.isSystemBot && user.isActive === isActive)
      .sort((a, b) => a.id - b.id)
    return new JsonBytes(`[${people.map((user) => textOf(directory, user, view)).join(',')}]`)
  }
  if (isSpecial(directory, view.viewer)) return build()
  const key = `${view.viewer.role} ${view.externalAvatar} ${isActive}`
  const bytes = known.bytes.get(key) ?? build()
  known.bytes.set(key, bytes)
  return bytes
}

/** Somebody who sees an address that others of the role do not: their own. */
function isSpecial(directory: Directory, viewer: User): boolean {
  const self = directory.users.get(viewer.id)
  return self !== undefined && !maySeeEmail({ ...viewer, id: 0 }, self)
}

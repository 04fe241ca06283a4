import type { ProfileData } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { Slot } from '../../../platform/slots.ts'
import { maySeeEmail, presentRegisteredUser, type UserView } from '../../identity/users/present.ts'
import { JsonList, type ListPieces } from './json-list.ts'

type Profiles = ReadonlyMap<number, ProfileData>

interface UserTexts {
  profile: ProfileData | undefined
  /** By the viewer's role-dependent variant. */
  byView: (string | undefined)[]
}

type TextCache = Map<User, UserTexts>

function textOf(
  directory: Directory,
  user: User,
  view: UserView & { profiles: Profiles },
  texts: TextCache,
): string {
  const profile = view.profiles.get(user.id)
  let cached = texts.get(user)
  if (cached === undefined || cached.profile !== profile) {
    cached = { profile, byView: [] }
    texts.set(user, cached)
  }
  const variant = (maySeeEmail(view.viewer, user) ? 1 : 0) + (view.externalAvatar ? 2 : 0)
  const text = cached.byView[variant] ?? JSON.stringify(presentRegisteredUser(directory, user, view))
  cached.byView[variant] = text
  return text
}

interface UserLists {
  userChanges: number
  profiles: Profiles
  /** By role and avatar format. */
  lists: Map<string, JsonList>
  /** The last list of each kind, of any viewer and from before changes: most of its pieces are still current. */
  pieces: Map<string, ListPieces>
  /** Accounts are replaced when they change, so a cached text is valid as long as its account object. */
  texts: TextCache
}

const listSlot = new Slot<Directory, UserLists>()

/**
 * All accounts, including deactivated ones. The same for all users of a role, except for their own address if
 * it is hidden from their role.
 */
export function userList(
  directory: Directory,
  view: UserView & { profiles: Profiles },
  isActive: boolean,
): JsonList {
  let cached = directory.slots.get(listSlot)
  if (cached?.userChanges !== directory.userChanges || cached.profiles !== view.profiles) {
    const { userChanges } = directory
    const texts = textsOfCurrentUsers(directory, cached?.texts)
    const { pieces = new Map() } = cached ?? {}
    const lists = new Map()
    cached = directory.slots.set(listSlot, { userChanges, profiles: view.profiles, lists, pieces, texts })
  }
  const { texts, pieces } = cached
  const key = `${view.viewer.role} ${view.externalAvatar} ${isActive}`
  const build = () => {
    const people = [...directory.users.values()]
      .filter((user) => !user.isSystemBot && user.isActive === isActive)
      .sort((a, b) => a.id - b.id)
    const items = people.map((user) => ({ id: user.id, text: textOf(directory, user, view, texts) }))
    const list = JsonList.of(items, pieces.get(key))
    pieces.set(key, list.pieces)
    return list
  }
  if (seesOwnHiddenAddress(directory, view.viewer)) return build()
  const list = cached.lists.get(key) ?? build()
  cached.lists.set(key, list)
  return list
}

function textsOfCurrentUsers({ users }: Directory, texts: TextCache = new Map()): TextCache {
  for (const user of texts.keys()) if (users.get(user.id) !== user) texts.delete(user)
  return texts
}

/** Whether the viewer sees an address that others of the role do not: their own. */
function seesOwnHiddenAddress(directory: Directory, viewer: User): boolean {
  const self = directory.users.get(viewer.id)
  return self !== undefined && !maySeeEmail({ ...viewer, id: 0 }, self)
}

import { createHash } from 'node:crypto'
import type { ProfileData, RegisteredUser, Role, UserObject } from '@loquat/contract'
import { type Directory, isAdmin, isBot, isGuest, type User, userSetting } from '../../directory/directory.ts'

/** The address by which the API names somebody: the real one if everyone may see it. */
export function apiEmail(directory: Directory, user: User): string {
  return hasPublicEmail(user) ? user.deliveryEmail : `user${user.id}@${directory.mailDomain}`
}

const hasPublicEmail = (user: User) => isBot(user) || userSetting(user, 'email_address_visibility') === 1

/** Who sees a real address, by the roles that each visibility admits. */
const lastRoleAdmitted = { 1: 600, 2: 400, 5: 300, 3: 200, 4: 0 } as const

export function maySeeEmail(viewer: User, user: User): boolean {
  return viewer.id === user.id || admitsRole(user, viewer.role)
}

/** Whether people of a role may see somebody's real address. */
export const admitsRole = (user: User, role: Role) =>
  hasPublicEmail(user) || role <= lastRoleAdmitted[userSetting(user, 'email_address_visibility')]

const hashes = new WeakMap<User, string>()

function addressHash(user: User): string {
  let hash = hashes.get(user)
  if (hash === undefined) {
    hash = createHash('md5').update(user.deliveryEmail.toLowerCase()).digest('hex')
    hashes.set(user, hash)
  }
  return hash
}

/** Pictures come from an external service that knows them by the hash of the address. */
export function avatarUrl(user: User, size: 'small' | 'medium' = 'small'): string {
  const hash = addressHash(user)
  const scale = size === 'medium' ? '&s=500' : ''
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${user.avatarVersion}${scale}`
}

/** Whether a client that can build the address itself may be sent none. */
export const mayOmitAvatar = (user: User) =>
  user.avatarSource === 'G' && hasPublicEmail(user) && !user.isSystemBot

export interface UserView {
  viewer: User
  externalAvatar: boolean
  /** What people wrote into the fields of their profiles, if that is to be shown. */
  profiles?: ReadonlyMap<number, ProfileData> | undefined
}

export function presentUser(directory: Directory, user: User, view: UserView): UserObject {
  return { ...presentRegisteredUser(directory, user, view), is_active: user.isActive }
}

export function presentRegisteredUser(directory: Directory, user: User, view: UserView): RegisteredUser {
  return {
    user_id: user.id,
    email: apiEmail(directory, user),
    delivery_email: maySeeEmail(view.viewer, user) ? user.deliveryEmail : null,
    full_name: user.fullName,
    date_joined: `${new Date(user.createdAt).toISOString().slice(0, 16)}+00:00`,
    is_owner: user.role === 100,
    is_admin: isAdmin(user),
    is_guest: isGuest(user),
    is_bot: isBot(user),
    ...(isBot(user) ? { bot_type: user.botType, bot_owner_id: user.botOwnerId } : {}),
    ...(user.isSystemBot ? { is_system_bot: true as const } : {}),
    role: user.role,
    timezone: user.timezone,
    avatar_url: view.externalAvatar && mayOmitAvatar(user) ? null : avatarUrl(user),
    avatar_version: user.avatarVersion,
    ...(view.profiles === undefined || isBot(user) ? {} : { profile_data: view.profiles.get(user.id) ?? {} }),
  }
}

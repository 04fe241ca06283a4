import { createHash } from 'node:crypto'
import type { ProfileData, RegisteredUser, Role, UserObject } from '@loquat/contract'
import {
  type Directory,
  isAdmin,
  isBot,
  isGuest,
  type User,
  userSetting,
} from '../../../directory/directory.ts'
import { pictureKey } from '../../../platform/files/keys.ts'
import { isStockPicture, type StockPicture, stockUrl } from '../../../platform/stock-pictures.ts'

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

type AvatarSize = 'small' | 'medium'

const hashOf = (address: string) => createHash('md5').update(address.toLowerCase()).digest('hex')
const hashes = new WeakMap<User, string>()

function addressHash(user: User): string {
  const hash = hashes.get(user) ?? hashOf(user.deliveryEmail)
  hashes.set(user, hash)
  return hash
}

const externalUrl = (hash: string, version: number, size: AvatarSize) =>
  `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}${size === 'medium' ? '&s=500' : ''}`

/** Where the external service has a picture for an address, if it has one. */
export const externalAvatarUrl = (address: string, version: number, size: AvatarSize = 'small') =>
  externalUrl(hashOf(address), version, size)

/** An uploaded picture, ours for our own bots, otherwise the one that the external service has by the hash of the address. */
export function avatarUrl(user: User, size: AvatarSize = 'small'): string {
  if (user.isSystemBot) return stockUrl(systemPicture(user), size)
  if (user.avatarSource === 'U' && user.avatarFile !== null) {
    return `/${pictureKey(user.realmId, `${user.avatarFile}${size === 'medium' ? '-medium' : ''}.png`)}`
  }
  return externalUrl(addressHash(user), user.avatarVersion, size)
}

function systemPicture({ deliveryEmail }: User): StockPicture {
  const name = deliveryEmail.split('@')[0] ?? ''
  return isStockPicture(name) ? name : 'notification-bot'
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

export function presentRegisteredUser(
  directory: Directory,
  user: User,
  view: UserView,
): RegisteredUser & { timezone: string } {
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

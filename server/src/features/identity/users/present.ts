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

/** The address that identifies a user in the API: the real one if it is public. */
export function apiEmail(directory: Pick<Directory, 'emailDomain'>, user: User): string {
  return hasPublicEmail(user) ? user.deliveryEmail : `user${user.id}@${directory.emailDomain}`
}

const hasPublicEmail = (user: User) => isBot(user) || userSetting(user, 'email_address_visibility') === 1

/** The lowest role that sees the real address, by visibility setting. */
const lowestRoleSeeingEmail = { 1: 600, 2: 400, 5: 300, 3: 200, 4: 0 } as const

export function maySeeEmail(viewer: User, user: User): boolean {
  return viewer.id === user.id || admitsRole(user, viewer.role)
}

export const admitsRole = (user: User, role: Role) =>
  hasPublicEmail(user) || role <= lowestRoleSeeingEmail[userSetting(user, 'email_address_visibility')]

type AvatarSize = 'small' | 'medium'

const hashOf = (address: string) => createHash('md5').update(address.toLowerCase()).digest('hex')
// A WeakMap, because users are plain data, and copies with another address must not have the same hash.
const hashes = new WeakMap<User, string>()

function addressHash(user: User): string {
  const hash = hashes.get(user) ?? hashOf(user.deliveryEmail)
  hashes.set(user, hash)
  return hash
}

const externalUrl = (hash: string, version: number, size: AvatarSize) =>
  `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${version}${size === 'medium' ? '&s=500' : ''}`

/** The avatar URL at the external service. */
export const externalAvatarUrl = (address: string, version: number, size: AvatarSize = 'small') =>
  externalUrl(hashOf(address), version, size)

/** The uploaded avatar, the stock picture for system bots, or the external avatar by hash of the address. */
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

/** Whether to send no URL to clients that can compute it. */
export const mayOmitAvatar = (user: User) =>
  user.avatarSource === 'G' && hasPublicEmail(user) && !user.isSystemBot

export interface UserView {
  viewer: User
  externalAvatar: boolean
  /** Profile values to include, if any. */
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

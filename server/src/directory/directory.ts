import {
  type ChannelPermission,
  type GroupPermission,
  type GroupSettingValue,
  initialRealmSettings,
  initialUserSettings,
  type RealmPermission,
  type RealmSettings,
  type Role,
  realmPermissions,
  type SystemGroup,
  type UserSettings,
} from '@loquat/contract'
import { trim } from '../text.ts'
import { contains, type IdRange } from './ranges.ts'

export interface RealmInfo {
  id: number
  subdomain: string
  name: string
  settings: Partial<RealmSettings>
  permissions: Partial<Record<RealmPermission, GroupSettingValue>>
  deactivated: boolean
  createdAt: number
}

export interface User {
  id: number
  realmId: number
  /** The recipient that stands for this person alone. */
  recipientId: number
  deliveryEmail: string
  fullName: string
  role: Role
  isActive: boolean
  botType: number | null
  botOwnerId: number | null
  isSystemBot: boolean
  canCreateUsers: boolean
  apiKey: string
  timezone: string
  avatarSource: string
  avatarVersion: number
  settings: Partial<UserSettings>
  createdAt: number
}

export interface Channel {
  id: number
  recipientId: number
  name: string
  description: string
  renderedDescription: string
  creatorId: number | null
  inviteOnly: boolean
  isWebPublic: boolean
  historyPublicToSubscribers: boolean
  isArchived: boolean
  isRecentlyActive: boolean
  messageRetentionDays: number | null
  firstMessageId: number | null
  permissions: Record<ChannelPermission, GroupSettingValue>
  createdAt: number
  /** Active subscribers, and from which message on. */
  subscribers: Map<number, number>
  /** Finished spells of subscription, also of people who are subscribed again. */
  former: Map<number, IdRange[]>
}

export interface Group {
  id: number
  name: string
  description: string
  isSystem: boolean
  creatorId: number | null
  deactivated: boolean
  permissions: Partial<Record<GroupPermission, GroupSettingValue>>
  createdAt: number
}

/**
 * Who and what is in one organization: the data of every decision on a hot path, in memory. It always equals the
 * database at one position of the log; `store.ts` loads it and the follower of the log keeps it current.
 */
export class Directory {
  readonly realm: RealmInfo
  /** The organization's public address, without a trailing slash. */
  url = ''
  readonly users = new Map<number, User>()
  readonly channels = new Map<number, Channel>()
  readonly groups = new Map<number, Group>()
  /** The channels that new people are subscribed to, by ID. */
  defaultChannels = new Set<number>()
  readonly #byKey = new Map<string, User>()
  readonly #byEmail = new Map<string, User>()
  readonly #channelByName = new Map<string, Channel>()
  readonly #channelByRecipient = new Map<number, Channel>()
  readonly #systemGroups = new Map<string, Group>()
  /** Position of the last event that changed anything here. */
  changedAt = 0

  constructor(realm: RealmInfo) {
    this.realm = realm
  }

  putUser(user: User): void {
    const before = this.users.get(user.id)
    if (before !== undefined) {
      this.#byKey.delete(before.apiKey)
      this.#byEmail.delete(caseless(before.deliveryEmail))
    }
    this.users.set(user.id, user)
    this.#byKey.set(user.apiKey, user)
    this.#byEmail.set(caseless(user.deliveryEmail), user)
  }

  putChannel(channel: Channel): void {
    const before = this.channels.get(channel.id)
    if (before !== undefined) this.#channelByName.delete(caseless(before.name))
    this.channels.set(channel.id, channel)
    this.#channelByName.set(caseless(channel.name), channel)
    this.#channelByRecipient.set(channel.recipientId, channel)
  }

  putGroup(group: Group): void {
    this.groups.set(group.id, group)
    if (group.isSystem) this.#systemGroups.set(group.name, group)
  }

  userByKey(apiKey: string): User | undefined {
    return this.#byKey.get(apiKey)
  }

  /** By the real address, whatever its case. */
  userByEmail(email: string): User | undefined {
    return this.#byEmail.get(caseless(trim(email)))
  }

  channelByName(name: string): Channel | undefined {
    return this.#channelByName.get(caseless(trim(name)))
  }

  channelByRecipient(recipientId: number): Channel | undefined {
    return this.#channelByRecipient.get(recipientId)
  }

  systemGroup(name: SystemGroup): Group {
    const group = this.#systemGroups.get(name)
    if (group === undefined) throw new Error(`The organization has no group ${name}.`)
    return group
  }

  setting<K extends keyof RealmSettings>(name: K): RealmSettings[K] {
    return this.realm.settings[name] ?? initialRealmSettings[name]
  }

  permission(name: RealmPermission): GroupSettingValue {
    return this.realm.permissions[name] ?? this.systemGroup(realmPermissions[name].default).id
  }

  /** The part after the @ in addresses that the server makes up. */
  get mailDomain(): string {
    const { hostname } = new URL(this.url)
    return hostname.includes('.') && !/^[\d.]+$/.test(hostname) ? hostname : 'loquat.invalid'
  }

  *activeUsers(): Iterable<User> {
    for (const user of this.users.values()) if (user.isActive && !user.isSystemBot) yield user
  }

  *systemBots(): Iterable<User> {
    for (const user of this.users.values()) if (user.isSystemBot) yield user
  }
}

/** Equal for names that differ in case only, as the database sees it: character by character, each to one other. */
export const caseless = (name: string) =>
  Array.from(name, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('')

/** Whether a message of the channel was sent while the user was subscribed. */
export function received(channel: Channel, userId: number, messageId: number): boolean {
  const since = channel.subscribers.get(userId)
  if (since !== undefined && messageId >= since) return true
  const former = channel.former.get(userId)
  return former !== undefined && contains(former, messageId)
}

export function userSetting<K extends keyof UserSettings>(user: User, name: K): UserSettings[K] {
  return user.settings[name] ?? initialUserSettings[name]
}

export const isAdmin = (user: User) => user.role <= 200
export const isGuest = (user: User) => user.role === 600
export const isBot = (user: User) => user.botType !== null

import {
  type ChannelPermission,
  caseless,
  type GroupPermission,
  type GroupSettingValue,
  initialRealmSettings,
  initialUserSettings,
  type LinkifierObject,
  type PlaygroundObject,
  type RealmPermission,
  type RealmSettings,
  type Role,
  realmPermissions,
  type SystemGroup,
  type UserSettings,
} from '@loquat/contract'
import type { RealmPictures } from '../db/tables/pictures.ts'
import { trim } from '../text.ts'
import type { BotDefaults } from './bots.ts'
import type { ContactBook } from './contacts.ts'
import type { OrganizationRules } from './organization-store.ts'
import { contains, type IdRange } from './ranges.ts'

export interface RealmInfo extends OrganizationRules {
  id: number
  subdomain: string
  name: string
  settings: Partial<RealmSettings>
  permissions: Partial<Record<RealmPermission, GroupSettingValue>>
  pictures: RealmPictures
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
  botDefaults: BotDefaults
  isSystemBot: boolean
  canCreateUsers: boolean
  /** Empty for accounts that have no key yet. */
  apiKeyHash: string
  /** Opened by `apiKeyOf`, to show the key to its owner. */
  sealedApiKey: string
  timezone: string
  avatarSource: string
  avatarVersion: number
  /** The uploaded picture, where that is the source. */
  avatarFile: string | null
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
  /** Subscribers who muted it. */
  mutedBy: Set<number>
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
  /** Put into it by somebody, deactivated people included. Groups by role have none: ask `groups.ts`. */
  members: ReadonlySet<number>
  subgroups: ReadonlySet<number>
}

/** Channels that new people can choose together. */
export interface DefaultChannelGroup {
  id: number
  name: string
  description: string
  channels: ReadonlySet<number>
}

export interface CustomEmoji {
  id: number
  name: string
  authorId: number | null
  fileName: string
  isAnimated: boolean
  deactivated: boolean
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
  /** Those of the users who are bots, the system's own included. An account never becomes one or ceases to be. */
  readonly bots = new Map<number, User>()
  readonly channels = new Map<number, Channel>()
  readonly groups = new Map<number, Group>()
  /** Who wants to be alerted to which folded word. Replaced as a whole when anybody's words change. */
  alertWords: ReadonlyMap<string, ReadonlySet<number>> = new Map()
  /** The channels that new people are subscribed to, by ID. */
  defaultChannels = new Set<number>()
  /** By channel, the messages of the last four weeks, as they were last counted. */
  traffic: ReadonlyMap<number, number> = new Map()
  /** Replaced as a whole when any of them changes. */
  defaultGroups: readonly DefaultChannelGroup[] = []
  /** Patterns that become links, in the order they apply. */
  linkifiers: readonly LinkifierObject[] = []
  playgrounds: readonly PlaygroundObject[] = []
  /** By the one who is muted, the people who muted them. */
  readonly mutedBy = new Map<number, Set<number>>()
  /** With whom guests have written, where they may not know everybody; else nobody asks. */
  contacts: ContactBook | undefined
  /** Deactivated ones included: reactions may use them. */
  readonly customEmoji = new Map<number, CustomEmoji>()
  /** Changes when any session ends. */
  allSessionEndings = 0
  #endings = new Map<number, number>()
  #emojiByName = new Map<string, CustomEmoji>()
  #byKeyHash = new Map<string, User>()
  #byEmail = new Map<string, User>()
  #channelByName = new Map<string, Channel>()
  #channelByRecipient = new Map<number, Channel>()
  #systemGroups = new Map<string, Group>()
  /** How often an account was put here. */
  userChanges = 0
  /** How often a group was put here, for those who keep what follows from the groups. */
  groupChanges = 0
  /** Position of the last event that changed anything here. */
  changedAt = 0

  constructor(realm: RealmInfo) {
    this.realm = realm
  }

  putUser(user: User): void {
    this.userChanges++
    const before = this.users.get(user.id)
    if (before !== undefined) {
      this.#byKeyHash.delete(before.apiKeyHash)
      this.#byEmail.delete(caseless(before.deliveryEmail))
    }
    this.users.set(user.id, user)
    if (isBot(user)) this.bots.set(user.id, user)
    if (user.apiKeyHash !== '') this.#byKeyHash.set(user.apiKeyHash, user)
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
    this.groupChanges++
    this.groups.set(group.id, group)
    if (group.isSystem) this.#systemGroups.set(group.name, group)
  }

  /** What this would be if a group were other than it is. Shares everything else: for asking, not for keeping. */
  withGroup(group: Group): Directory {
    const other = new Directory(this.realm)
    Object.assign(other, this, { groups: new Map(this.groups) })
    other.#emojiByName = this.#emojiByName
    other.#byKeyHash = this.#byKeyHash
    other.#byEmail = this.#byEmail
    other.#channelByName = this.#channelByName
    other.#channelByRecipient = this.#channelByRecipient
    other.#systemGroups = new Map(this.#systemGroups)
    other.putGroup(group)
    return other
  }

  /** Notes whom these people muted, in place of what was noted of them before. */
  putMutes(userIds: Iterable<number>, mutes: Iterable<{ userId: number; mutedUserId: number }>): void {
    for (const userId of userIds) {
      for (const [mutedUserId, people] of this.mutedBy) {
        if (people.delete(userId) && people.size === 0) this.mutedBy.delete(mutedUserId)
      }
    }
    for (const { userId, mutedUserId } of mutes) {
      const people = this.mutedBy.get(mutedUserId) ?? new Set()
      this.mutedBy.set(mutedUserId, people.add(userId))
    }
  }

  /** Notes that sessions of these people have ended. */
  endSessions(userIds: Iterable<number>): void {
    for (const id of userIds) {
      this.#endings.set(id, this.sessionEndings(id) + 1)
      this.allSessionEndings++
    }
  }

  /** A number that changes when a session of this person ends. */
  sessionEndings(userId: number): number {
    return this.#endings.get(userId) ?? 0
  }

  /** Takes these for all the custom emoji that there are. */
  putCustomEmoji(all: Iterable<CustomEmoji>): void {
    this.customEmoji.clear()
    this.#emojiByName.clear()
    for (const emoji of all) {
      this.customEmoji.set(emoji.id, emoji)
      if (!emoji.deactivated) this.#emojiByName.set(emoji.name, emoji)
    }
  }

  /** Takes over the contents of a directory that was loaded afresh. What it lacks, a database that lost it lacks too. */
  replaceWith(fresh: Directory): void {
    Object.assign(this.realm, fresh.realm)
    const lookups = [
      this.#byKeyHash,
      this.#byEmail,
      this.#channelByName,
      this.#channelByRecipient,
      this.#systemGroups,
    ]
    for (const map of [this.users, this.bots, this.channels, this.groups, ...lookups]) map.clear()
    // Whose sessions ended meanwhile is not known.
    this.endSessions(fresh.users.keys())
    for (const user of fresh.users.values()) this.putUser(user)
    for (const group of fresh.groups.values()) this.putGroup(group)
    for (const channel of fresh.channels.values()) this.putChannel(channel)
    this.alertWords = fresh.alertWords
    this.defaultChannels = fresh.defaultChannels
    this.linkifiers = fresh.linkifiers
    this.playgrounds = fresh.playgrounds
    this.defaultGroups = fresh.defaultGroups
    this.traffic = fresh.traffic
    this.contacts = fresh.contacts
    this.mutedBy.clear()
    for (const [mutedUserId, people] of fresh.mutedBy) this.mutedBy.set(mutedUserId, people)
    this.putCustomEmoji(fresh.customEmoji.values())
  }

  userByKeyHash(keyHash: string): User | undefined {
    return this.#byKeyHash.get(keyHash)
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

  /** The active one that has exactly this name. */
  customEmojiByName(name: string): CustomEmoji | undefined {
    return this.#emojiByName.get(name)
  }

  systemGroup(name: SystemGroup): Group {
    const group = this.#systemGroups.get(name)
    if (group === undefined) throw new Error(`The organization has no group ${name}.`)
    return group
  }

  setting<K extends keyof RealmSettings>(name: K): RealmSettings[K] {
    const stored = this.realm.settings[name]
    // Null is a value: no limit.
    return (stored === undefined ? initialRealmSettings[name] : stored) as RealmSettings[K]
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
    for (const bot of this.bots.values()) if (bot.isSystemBot) yield bot
  }
}

export { caseless }

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
/** Or more. */
export const isModerator = (user: User) => user.role <= 300
export const isGuest = (user: User) => user.role === 600
export const isBot = (user: User) => user.botType !== null

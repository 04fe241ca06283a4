import {
  type ChannelPermission,
  caseless,
  type GroupPermission,
  type GroupSettingValue,
  initialRealmSettings,
  initialUserSettings,
  isAdmin,
  isBot,
  isGuest,
  isModerator,
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
import { Slots } from '../platform/slots.ts'
import { trim } from '../text.ts'
import { AlertWords } from './alert-words.ts'
import type { BotDefaults } from './bots.ts'
import type { ContactBook } from './contacts.ts'
import type { OrganizationRules } from './organization-store.ts'
import { contains, type IdRange } from './ranges.ts'
import type { SubscriberMap } from './subscriber-map.ts'

export interface RealmInfo extends OrganizationRules {
  id: number
  subdomain: string
  name: string
  settings: Partial<RealmSettings>
  permissions: Partial<Record<RealmPermission, GroupSettingValue>>
  pictures: RealmPictures
  deactivated: boolean
  /** URL of the server whose organization this one previews; null if it is not a preview. */
  previewOf: string | null
  /** Smaller message IDs are those of the server that the organization was imported from; null if there are none. */
  oldMessageIdsBelow: number | null
  createdAt: number
}

export interface User {
  id: number
  realmId: number
  /** The recipient that consists of this user alone. */
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
  /** Empty for accounts without a key. */
  apiKeyHash: string
  /** `apiKeyOf` decrypts it, to show the key to its owner. */
  sealedApiKey: string
  timezone: string
  avatarSource: string
  avatarVersion: number
  /** The uploaded avatar, if that is the source. */
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
  /** It may be archived. */
  folderId: number | null
  permissions: Record<ChannelPermission, GroupSettingValue>
  createdAt: number
  /** Active subscribers, each with the first message of the subscription. */
  subscribers: SubscriberMap
  /** Subscribers who muted the channel. */
  mutedBy: Set<number>
  /** Past subscription periods, also of current subscribers. */
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
  /** Explicit members, including deactivated users. Groups by role have none: see `groups.ts`. */
  members: ReadonlySet<number>
  subgroups: ReadonlySet<number>
}

/** A named set of channels that new users can choose. */
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
 * The in-memory state of one organization: all data that permission checks on hot paths need. It always equals the
 * database at one position of the log; `load.ts` loads it, `parts.ts` lists its parts and the log follower keeps it current.
 */
export class Directory {
  readonly realm: RealmInfo
  /** The organization's public URL, without a trailing slash. */
  url = ''
  readonly users = new Map<number, User>()
  /** The users who are bots, including system bots. An account never changes between bot and person. */
  readonly bots = new Map<number, User>()
  readonly channels = new Map<number, Channel>()
  readonly groups = new Map<number, Group>()
  alertWords = new AlertWords()
  /** IDs of the channels that new users are subscribed to. */
  defaultChannels = new Set<number>()
  /** Number of messages in the last four weeks by channel, as last counted. */
  traffic: ReadonlyMap<number, number> = new Map()
  /** Replaced as a whole when any group changes. */
  defaultGroups: readonly DefaultChannelGroup[] = []
  /** Linkifiers in the order they apply. */
  linkifiers: readonly LinkifierObject[] = []
  playgrounds: readonly PlaygroundObject[] = []
  /** By muted user, the users who muted them. */
  readonly mutedBy = new Map<number, Set<number>>()
  /** Users that guests have exchanged messages with; undefined if guests can see everyone. */
  contacts: ContactBook | undefined
  /** Including deactivated emoji, because reactions may use them. */
  readonly customEmoji = new Map<number, CustomEmoji>()
  /** Changes when any session ends. */
  allSessionEndings = 0
  #endings = new Map<number, number>()
  /** Changes when any token is revoked. */
  allTokenEndings = 0
  #tokenEndings = new Map<number, number>()
  #emojiByName = new Map<string, CustomEmoji>()
  #byKeyHash = new Map<string, User>()
  #byEmail = new Map<string, User>()
  #channelByName = new Map<string, Channel>()
  #channelByRecipient = new Map<number, Channel>()
  #systemGroups = new Map<string, Group>()
  /** State that features derive from the directory. */
  readonly slots = new Slots<Directory>()
  /** Incremented when an account is added or replaced. */
  userChanges = 0
  /** Incremented when a group is added or replaced; caches derived from the groups depend on it. */
  groupChanges = 0
  /** Position of the last event that changed the directory. */
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

  clearUsers(): void {
    for (const map of [this.users, this.bots, this.#byKeyHash, this.#byEmail]) map.clear()
  }

  /** Keeps the subscriptions of a channel that is already known. */
  putChannel(channel: Channel): void {
    const before = this.channels.get(channel.id)
    if (before !== undefined) {
      this.#channelByName.delete(caseless(before.name))
      channel.subscribers = before.subscribers
      channel.former = before.former
      channel.mutedBy = before.mutedBy
    }
    this.channels.set(channel.id, channel)
    this.#channelByName.set(caseless(channel.name), channel)
    this.#channelByRecipient.set(channel.recipientId, channel)
  }

  clearChannels(): void {
    for (const map of [this.channels, this.#channelByName, this.#channelByRecipient]) map.clear()
  }

  putGroup(group: Group): void {
    this.groupChanges++
    this.groups.set(group.id, group)
    if (group.isSystem) this.#systemGroups.set(group.name, group)
  }

  clearGroups(): void {
    this.groupChanges++
    for (const map of [this.groups, this.#systemGroups]) map.clear()
  }

  /** A copy with one group replaced, sharing all other data. For evaluating a change; do not retain. */
  withGroup(group: Group): Directory {
    const other = new Directory(this.realm)
    // Data derived from the groups must not be shared.
    const { slots } = other
    Object.assign(other, this, { groups: new Map(this.groups), slots })
    other.#emojiByName = this.#emojiByName
    other.#byKeyHash = this.#byKeyHash
    other.#byEmail = this.#byEmail
    other.#channelByName = this.#channelByName
    other.#channelByRecipient = this.#channelByRecipient
    other.#systemGroups = new Map(this.#systemGroups)
    other.putGroup(group)
    return other
  }

  /** Replaces the muted users of these users, or of all. */
  putMutes(
    userIds: Iterable<number> | undefined,
    mutes: Iterable<{ userId: number; mutedUserId: number }>,
  ): void {
    if (userIds === undefined) this.mutedBy.clear()
    for (const userId of userIds ?? []) {
      for (const [mutedUserId, people] of this.mutedBy) {
        if (people.delete(userId) && people.size === 0) this.mutedBy.delete(mutedUserId)
      }
    }
    for (const { userId, mutedUserId } of mutes) {
      const people = this.mutedBy.get(mutedUserId) ?? new Set()
      this.mutedBy.set(mutedUserId, people.add(userId))
    }
  }

  /** Records that sessions of these users have ended. */
  endSessions(userIds: Iterable<number>): void {
    for (const id of userIds) {
      this.#endings.set(id, this.sessionEndings(id) + 1)
      this.allSessionEndings++
    }
  }

  /** Records that tokens of these users have been revoked. */
  endTokens(userIds: Iterable<number>): void {
    for (const id of userIds) {
      this.#tokenEndings.set(id, this.tokenEndings(id) + 1)
      this.allTokenEndings++
    }
  }

  /** Changes when a token of this user is revoked. */
  tokenEndings(userId: number): number {
    return this.#tokenEndings.get(userId) ?? 0
  }

  /** Changes when a session of this user ends. */
  sessionEndings(userId: number): number {
    return this.#endings.get(userId) ?? 0
  }

  /** Replaces all custom emoji. */
  putCustomEmoji(all: Iterable<CustomEmoji>): void {
    this.customEmoji.clear()
    this.#emojiByName.clear()
    for (const emoji of all) {
      this.customEmoji.set(emoji.id, emoji)
      if (!emoji.deactivated) this.#emojiByName.set(emoji.name, emoji)
    }
  }

  userByKeyHash(keyHash: string): User | undefined {
    return this.#byKeyHash.get(keyHash)
  }

  /** By delivery email, ignoring case. */
  userByEmail(email: string): User | undefined {
    return this.#byEmail.get(caseless(trim(email)))
  }

  channelByName(name: string): Channel | undefined {
    return this.#channelByName.get(caseless(trim(name)))
  }

  channelByRecipient(recipientId: number): Channel | undefined {
    return this.#channelByRecipient.get(recipientId)
  }

  /** The active emoji with exactly this name. */
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

  /** The domain of generated email addresses. */
  get emailDomain(): string {
    const { hostname } = new URL(this.url)
    return hostname.includes('.') && !/^[\d.]+$/.test(hostname) ? hostname : 'loquat.invalid'
  }

  *activeUsers(): Iterable<User> {
    for (const user of this.users.values()) if (user.isActive && !user.isSystemBot) yield user
  }

  /** Whether there are more active users than this. Stops counting there. */
  hasMoreUsersThan(count: number): boolean {
    let users = 0
    for (const _ of this.activeUsers()) if (++users > count) return true
    return false
  }

  *systemBots(): Iterable<User> {
    for (const bot of this.bots.values()) if (bot.isSystemBot) yield bot
  }
}

export { caseless, isAdmin, isBot, isGuest, isModerator }

/** Whether a message of the channel was sent while the user was subscribed. */
export function wasReceivedBy(channel: Channel, userId: number, messageId: number): boolean {
  const since = channel.subscribers.get(userId)
  if (since !== undefined && messageId >= since) return true
  const former = channel.former.get(userId)
  return former !== undefined && contains(former, messageId)
}

export function userSetting<K extends keyof UserSettings>(user: User, name: K): UserSettings[K] {
  return user.settings[name] ?? initialUserSettings[name]
}

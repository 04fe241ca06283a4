import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { AlertWords } from './alert-words.ts'
import { loadDefaultChannels, loadDefaultGroups, loadTraffic } from './channel-store.ts'
import { loadContacts, loadTouchedContacts, restrictsGuests } from './contact-store.ts'
import {
  type Channel,
  type CustomEmoji,
  Directory,
  type Group,
  type RealmInfo,
  type User,
} from './directory.ts'
import { linkifiersOf, playgroundsOf } from './linkifier-store.ts'
import { domainsOf } from './organization-store.ts'
import { parseRanges } from './ranges.ts'
import type { Touches } from './touches.ts'

/** Loads the directory of an organization. Call inside one snapshot. */
export async function loadDirectory(db: Db, realmId: number): Promise<Directory> {
  const [realm] = await loadRealms(db, realmId)
  if (realm === undefined) throw new Error(`There is no organization ${realmId}.`)
  const directory = new Directory(realm)
  for (const group of await loadGroups(db, realmId)) directory.putGroup(group)
  for (const user of await loadUsers(db, realmId)) directory.putUser(user)
  for (const channel of await loadChannels(db, realmId)) directory.putChannel(channel)
  for (const row of await loadSubscriptions(db, realmId)) placeSubscription(directory, row)
  directory.defaultChannels = await loadDefaultChannels(db, realmId)
  directory.defaultGroups = await loadDefaultGroups(db, realmId)
  directory.traffic = await loadTraffic(db, realmId)
  directory.linkifiers = await linkifiersOf(db, realmId)
  directory.playgrounds = await playgroundsOf(db, realmId)
  directory.putMutes([], await loadMutes(db, realmId))
  directory.alertWords = await loadAlertWords(db, realmId)
  directory.putCustomEmoji(await loadCustomEmoji(db, realmId))
  if (restrictsGuests(directory)) directory.contacts = await loadContacts(db, realmId)
  return directory
}

/** Reloads the parts of a directory that a change touched. `apply` installs them synchronously. */
export async function loadTouched(db: Db, current: Directory, touches: Touches) {
  const realmId = current.realm.id
  const users = touches.users?.length ? await loadUsers(db, realmId, touches.users) : []
  const channels = touches.channels?.length ? await loadChannels(db, realmId, touches.channels) : []
  const subscriptions = touches.subscriptions
    ? await loadSubscriptions(db, realmId, touches.subscriptions)
    : []
  const groups = touches.groups?.length ? await loadGroups(db, realmId, touches.groups) : []
  const defaults = touches.defaults ? await loadDefaultChannels(db, realmId) : undefined
  const defaultGroups = touches.defaultGroups ? await loadDefaultGroups(db, realmId) : undefined
  const traffic = touches.traffic ? await loadTraffic(db, realmId) : undefined
  const alertWords = touches.alertWords ? await loadAlertWords(db, realmId) : undefined
  const mutes = touches.mutes?.length ? await loadMutes(db, realmId, touches.mutes) : []
  const customEmoji = touches.customEmoji ? await loadCustomEmoji(db, realmId) : undefined
  const linkifiers = touches.linkifiers ? await linkifiersOf(db, realmId) : undefined
  const playgrounds = touches.linkifiers ? await playgroundsOf(db, realmId) : undefined
  const [realm] = touches.realm ? await loadRealms(db, realmId) : []
  const putContacts = await loadTouchedContacts(db, current, touches, realm)
  return {
    apply(directory: Directory) {
      if (realm !== undefined) Object.assign(directory.realm, realm)
      for (const user of users) directory.putUser(user)
      for (const group of groups) directory.putGroup(group)
      for (const channel of channels) {
        const before = directory.channels.get(channel.id)
        if (before !== undefined) {
          channel.subscribers = before.subscribers
          channel.former = before.former
          channel.mutedBy = before.mutedBy
        }
        directory.putChannel(channel)
      }
      for (const row of subscriptions) placeSubscription(directory, row)
      if (defaults !== undefined) directory.defaultChannels = defaults
      if (defaultGroups !== undefined) directory.defaultGroups = defaultGroups
      if (traffic !== undefined) directory.traffic = traffic
      if (linkifiers !== undefined) directory.linkifiers = linkifiers
      if (playgrounds !== undefined) directory.playgrounds = playgrounds
      directory.putMutes(touches.mutes ?? [], mutes)
      directory.endSessions(touches.sessions ?? [])
      if (alertWords !== undefined) directory.alertWords = alertWords
      if (customEmoji !== undefined) directory.putCustomEmoji(customEmoji)
      putContacts(directory)
    },
  }
}

interface SubscriptionRow {
  user_id: number
  channel_id: number
  active: boolean
  is_muted: boolean
  received: string
}

function placeSubscription(directory: Directory, row: SubscriptionRow): void {
  const channel = directory.channels.get(row.channel_id)
  if (channel === undefined) return
  const ranges = parseRanges(row.received)
  const open = row.active ? ranges.pop() : undefined
  if (open === undefined) channel.subscribers.delete(row.user_id)
  else channel.subscribers.set(row.user_id, open.from)
  if (open !== undefined && row.is_muted) channel.mutedBy.add(row.user_id)
  else channel.mutedBy.delete(row.user_id)
  if (ranges.length === 0) channel.former.delete(row.user_id)
  else channel.former.set(row.user_id, ranges)
}

async function loadRealms(db: Db, realmId: number): Promise<RealmInfo[]> {
  const rows = await db.selectFrom('realm').selectAll().where('id', '=', realmId).execute()
  const domains = await domainsOf(db, realmId)
  return rows.map((row) => ({
    id: row.id,
    subdomain: row.subdomain,
    name: row.name,
    settings: row.settings,
    permissions: row.permissions,
    pictures: row.pictures,
    domains,
    authentication: row.authentication,
    userDefaults: row.user_defaults,
    deactivated: row.deactivated,
    createdAt: row.created_at.getTime(),
  }))
}

/** The accounts of an organization and the system bots, which belong to every organization. */
export async function loadUsers(db: Db, realmId: number, ids?: number[]): Promise<User[]> {
  const rows = await db
    .selectFrom('account')
    .innerJoin('recipient', (join) => join.on('recipient.user_set', '=', sql<string>`account.id::text`))
    .selectAll('account')
    .select('recipient.id as recipient_id')
    .where((where) => where.or([where('account.realm_id', '=', realmId), where('is_system_bot', '=', true)]))
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`account.id = any(${ids}::bigint[])`))
    .orderBy('account.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    realmId: row.realm_id,
    recipientId: row.recipient_id,
    deliveryEmail: row.delivery_email,
    fullName: row.full_name,
    role: row.role,
    isActive: row.is_active,
    botType: row.bot_type,
    botOwnerId: row.bot_owner_id,
    botDefaults: {
      sendingChannelId: row.default_sending_channel_id,
      eventsChannelId: row.default_events_channel_id,
      allPublicChannels: row.default_all_public_channels,
    },
    isSystemBot: row.is_system_bot,
    canCreateUsers: row.can_create_users,
    apiKeyHash: row.api_key_hash ?? '',
    sealedApiKey: row.api_key_sealed ?? '',
    timezone: row.timezone,
    avatarSource: row.avatar_source,
    avatarVersion: row.avatar_version,
    avatarFile: row.avatar_file,
    settings: row.settings,
    createdAt: row.created_at.getTime(),
  }))
}

export async function loadChannels(db: Db, realmId: number, ids?: number[]): Promise<Channel[]> {
  const rows = await db
    .selectFrom('channel')
    .innerJoin('recipient', 'recipient.channel_id', 'channel.id')
    .selectAll('channel')
    .select('recipient.id as recipient_id')
    .where('channel.realm_id', '=', realmId)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`channel.id = any(${ids}::bigint[])`))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    recipientId: row.recipient_id,
    name: row.name,
    description: row.description,
    renderedDescription: row.rendered_description,
    creatorId: row.creator_id,
    inviteOnly: row.invite_only,
    isWebPublic: row.is_web_public,
    historyPublicToSubscribers: row.history_public_to_subscribers,
    isArchived: row.is_archived,
    isRecentlyActive: row.is_recently_active,
    messageRetentionDays: row.message_retention_days,
    firstMessageId: row.first_message_id,
    permissions: row.permissions,
    createdAt: row.created_at.getTime(),
    subscribers: new Map(),
    mutedBy: new Set(),
    former: new Map(),
  }))
}

async function loadSubscriptions(
  db: Db,
  realmId: number,
  only?: { channels: number[]; users: number[] },
): Promise<SubscriptionRow[]> {
  return await db
    .selectFrom('subscription')
    .innerJoin('channel', 'channel.id', 'subscription.channel_id')
    .select(['user_id', 'channel_id', 'active', 'is_muted', 'received'])
    .where('channel.realm_id', '=', realmId)
    .$if(only !== undefined, (query) =>
      query
        .where(sql<boolean>`channel_id = any(${only?.channels}::bigint[])`)
        .where(sql<boolean>`user_id = any(${only?.users}::bigint[])`),
    )
    .execute()
}

async function loadAlertWords(db: Db, realmId: number): Promise<AlertWords> {
  const rows = await db
    .selectFrom('alert_word')
    .innerJoin('account', 'account.id', 'alert_word.user_id')
    .select(['user_id', 'folded'])
    .where('account.realm_id', '=', realmId)
    .execute()
  const words = new AlertWords()
  for (const { user_id, folded } of rows) {
    const people = words.get(folded) ?? new Set()
    words.set(folded, people.add(user_id))
  }
  return words
}

/** Muted users of all users of the organization, or of the given ones. */
async function loadMutes(
  db: Db,
  realmId: number,
  userIds?: number[],
): Promise<{ userId: number; mutedUserId: number }[]> {
  return await db
    .selectFrom('muted_user')
    .innerJoin('account', 'account.id', 'muted_user.user_id')
    .select(['user_id as userId', 'muted_user_id as mutedUserId'])
    .where('account.realm_id', '=', realmId)
    .$if(userIds !== undefined, (query) => query.where(sql<boolean>`user_id = any(${userIds}::bigint[])`))
    .execute()
}

async function loadCustomEmoji(db: Db, realmId: number): Promise<CustomEmoji[]> {
  return await db
    .selectFrom('custom_emoji')
    .select([
      'id',
      'name',
      'author_id as authorId',
      'file_name as fileName',
      'is_animated as isAnimated',
      'deactivated',
    ])
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

export async function loadGroups(db: Db, realmId: number, ids?: number[]): Promise<Group[]> {
  const rows = await db
    .selectFrom('user_group')
    .selectAll()
    .select([
      sql<number[]>`array(select user_id from user_group_member where group_id = user_group.id)`.as(
        'members',
      ),
      sql<number[]>`array(select subgroup_id from user_group_subgroup where group_id = user_group.id)`.as(
        'subgroups',
      ),
    ])
    .where('realm_id', '=', realmId)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::bigint[])`))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    isSystem: row.is_system,
    creatorId: row.creator_id,
    deactivated: row.deactivated,
    permissions: row.permissions,
    createdAt: row.created_at.getTime(),
    members: new Set(row.members),
    subgroups: new Set(row.subgroups),
  }))
}

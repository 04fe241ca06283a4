import { initialSignInPolicy } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { AlertWords } from './alert-words.ts'
import type { Channel, CustomEmoji, Group, RealmInfo } from './directory.ts'
import { domainsOf } from './organization-store.ts'
import { SubscriberMap } from './subscriber-map.ts'

export async function loadRealm(db: Db, realmId: number): Promise<RealmInfo> {
  const row = await db
    .selectFrom('realm')
    .leftJoin('realm_import', 'realm_import.realm_id', 'realm.id')
    .selectAll('realm')
    .select('old_ids_below')
    .where('realm.id', '=', realmId)
    .executeTakeFirst()
  if (row === undefined) throw new Error(`There is no organization ${realmId}.`)
  const domains = await domainsOf(db, realmId)
  return {
    id: row.id,
    subdomain: row.subdomain,
    name: row.name,
    settings: row.settings,
    permissions: row.permissions,
    pictures: row.pictures,
    domains,
    authentication: row.authentication,
    userDefaults: row.user_defaults,
    signInPolicy: { ...initialSignInPolicy, ...row.sign_in_policy },
    deactivated: row.deactivated,
    previewOf: row.preview_of,
    oldMessageIdsBelow: row.old_ids_below,
    createdAt: row.created_at.getTime(),
  }
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
    folderId: row.folder_id,
    permissions: row.permissions,
    createdAt: row.created_at.getTime(),
    subscribers: new SubscriberMap(),
    mutedBy: new Set(),
    former: new Map(),
  }))
}

export async function loadAlertWords(db: Db, realmId: number): Promise<AlertWords> {
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
export async function loadMutes(
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

export async function loadCustomEmoji(db: Db, realmId: number): Promise<CustomEmoji[]> {
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

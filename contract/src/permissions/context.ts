import type { GroupSettingValue } from '../objects/groups.ts'
import type { RealmSettings } from '../objects/realm.ts'
import type { Role } from '../objects/users.ts'
import type { ChannelPermission, GroupPermission, RealmPermission, SystemGroup } from './tables.ts'

/**
 * Everything that the permission rules ask about an organization. The server answers from its directory, clients from their
 * state; the rules are the same functions for both.
 */
export interface PermissionContext {
  user(id: number): PermissionUser | undefined
  /** Includes membership through subgroups. */
  isInGroup(user: PermissionUser, groupId: number): boolean
  permission(name: RealmPermission): GroupSettingValue
  setting<K extends PermissionSetting>(name: K): RealmSettings[K]
  systemGroupId(name: SystemGroup): number
}

/** Settings that the rules depend on. */
export type PermissionSetting =
  | 'allow_message_editing'
  | 'enable_spectator_access'
  | 'message_content_delete_limit_seconds'
  | 'message_content_edit_limit_seconds'
  | 'move_messages_between_streams_limit_seconds'
  | 'move_messages_within_stream_limit_seconds'

export interface PermissionUser {
  id: number
  role: Role
  isActive: boolean
  /** Null for people. */
  botType: number | null
  botOwnerId: number | null
  isSystemBot: boolean
}

export interface PermissionChannel {
  inviteOnly: boolean
  isWebPublic: boolean
  historyPublicToSubscribers: boolean
  isArchived: boolean
  permissions: Readonly<Record<ChannelPermission, GroupSettingValue>>
  /** Clients only know about themselves. */
  subscribers: { has(userId: number): boolean }
}

export interface PermissionGroup {
  isSystem: boolean
  permissions: Readonly<Partial<Record<GroupPermission, GroupSettingValue>>>
}

type HasRole = Pick<PermissionUser, 'role'>

export const isOwner = (user: HasRole) => user.role === 100
/** Administrator or owner. */
export const isAdmin = (user: HasRole) => user.role <= 200
/** Moderator or above. */
export const isModerator = (user: HasRole) => user.role <= 300
export const isGuest = (user: HasRole) => user.role === 600
export const isBot = (user: Pick<PermissionUser, 'botType'>) => user.botType !== null

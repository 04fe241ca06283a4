import {
  type ChannelPermission,
  type GroupPermission,
  type GroupSettingValue,
  hasChannelPermission as holdsInChannel,
  hasRealmPermission as holdsInRealm,
  type PermissionContext,
  type PermissionSetting,
  type RealmPermission,
  type RealmSettings,
  canReadChannel as readsChannel,
  canReadHistory as readsHistory,
  type SystemGroup,
  canSeeChannel as seesChannel,
} from '@loquat/contract'
import type { Channel, Directory, Group, User } from './directory.ts'
import { isInGroup } from './groups.ts'

/** Answers the questions of the permission rules from the directory. Created for each check, so it holds nothing else. */
class DirectoryPermissions implements PermissionContext {
  readonly #directory: Directory

  constructor(directory: Directory) {
    this.#directory = directory
  }

  user(id: number): User | undefined {
    return this.#directory.users.get(id)
  }

  isInGroup(user: User, groupId: number): boolean {
    return isInGroup(this.#directory, user, groupId)
  }

  permission(name: RealmPermission): GroupSettingValue {
    return this.#directory.permission(name)
  }

  setting<K extends PermissionSetting>(name: K): RealmSettings[K] {
    return this.#directory.setting(name)
  }

  systemGroupId(name: SystemGroup): number {
    return this.#directory.systemGroup(name).id
  }
}

/** The directory as the permission rules of the contract see it: `postDenial(permissionsOf(directory), sender, channel)`. */
export const permissionsOf = (directory: Directory): PermissionContext => new DirectoryPermissions(directory)

/** The most frequent questions, for callers that have a directory. */
export const hasRealmPermission = (directory: Directory, user: User, permission: RealmPermission) =>
  holdsInRealm(permissionsOf(directory), user, permission)

export const hasChannelPermission = (
  directory: Directory,
  user: User,
  channel: Channel,
  permission: ChannelPermission,
) => holdsInChannel(permissionsOf(directory), user, channel, permission)

export const canSeeChannel = (directory: Directory, user: User, channel: Channel) =>
  seesChannel(permissionsOf(directory), user, channel)

export const canReadChannel = (directory: Directory, user: User, channel: Channel) =>
  readsChannel(permissionsOf(directory), user, channel)

export const canReadHistory = (directory: Directory, user: User, channel: Channel) =>
  readsHistory(permissionsOf(directory), user, channel)

/** The value of a group's permission as clients see it: nobody holds permissions of system groups. */
export function groupPermission(
  directory: Directory,
  group: Group,
  permission: GroupPermission,
): GroupSettingValue {
  return group.permissions[permission] ?? directory.systemGroup('role:nobody').id
}

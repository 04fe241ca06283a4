/** System groups of every organization, in the order of their IDs. */
export const systemGroups = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const
export type SystemGroup = (typeof systemGroups)[number]

export interface PermissionRow {
  /** `creator` is an unnamed group that contains only the creator of the channel or group. */
  default: SystemGroup | 'creator'
  /** `role:everyone` is allowed. Where it is not, guests never have the permission, even if listed. */
  everyone?: true
  /** `role:nobody` is not allowed. */
  somebody?: true
  /** Only these system groups are allowed. */
  only?: readonly SystemGroup[]
  /** Only organization owners can change it. */
  ownerOnly?: true
}

/** Organization permissions. */
export const realmPermissions = {
  can_access_all_users_group: {
    default: 'role:everyone',
    everyone: true,
    somebody: true,
    only: ['role:everyone', 'role:members'],
  },
  can_add_custom_emoji_group: { default: 'role:members' },
  can_add_subscribers_group: { default: 'role:members' },
  can_create_bots_group: { default: 'role:members' },
  can_create_groups: { default: 'role:members', ownerOnly: true },
  can_create_private_channel_group: { default: 'role:members' },
  can_create_public_channel_group: { default: 'role:members' },
  can_create_web_public_channel_group: {
    default: 'role:owners',
    only: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  },
  can_create_write_only_bots_group: { default: 'role:members' },
  can_delete_any_message_group: { default: 'role:administrators' },
  can_delete_own_message_group: { default: 'role:everyone', everyone: true },
  can_invite_users_group: { default: 'role:members', ownerOnly: true },
  can_manage_all_groups: { default: 'role:owners', somebody: true, ownerOnly: true },
  can_manage_billing_group: { default: 'role:administrators', somebody: true, ownerOnly: true },
  can_manage_channel_folders_group: { default: 'role:administrators' },
  can_mention_many_users_group: { default: 'role:administrators', everyone: true },
  can_move_messages_between_channels_group: { default: 'role:members' },
  can_move_messages_between_topics_group: { default: 'role:everyone', everyone: true },
  can_pin_messages_group: { default: 'role:members' },
  can_resolve_topics_group: { default: 'role:everyone', everyone: true },
  can_start_calls_group: { default: 'role:members', everyone: true },
  can_summarize_topics_group: { default: 'role:everyone', everyone: true },
  create_multiuse_invite_group: { default: 'role:administrators', ownerOnly: true },
  direct_message_initiator_group: { default: 'role:everyone', everyone: true },
  direct_message_permission_group: { default: 'role:everyone', everyone: true },
  second_factor_required_group: { default: 'role:nobody', everyone: true, ownerOnly: true },
  can_create_personal_tokens_group: { default: 'role:members' },
} as const satisfies Record<string, PermissionRow>
export type RealmPermission = keyof typeof realmPermissions

/** Channel permissions, in the order in which they are checked and changed. */
export const channelPermissions = {
  can_add_subscribers_group: { default: 'role:nobody' },
  can_administer_channel_group: { default: 'creator' },
  can_remove_subscribers_group: { default: 'role:administrators', everyone: true },
  can_send_message_group: { default: 'role:everyone', everyone: true },
  can_subscribe_group: { default: 'role:nobody' },
} as const satisfies Record<string, PermissionRow>
export type ChannelPermission = keyof typeof channelPermissions

/** User group permissions. For system groups, all are `role:nobody`. */
export const groupPermissions = {
  can_add_members_group: { default: 'creator' },
  can_join_group: { default: 'role:nobody' },
  can_leave_group: { default: 'role:everyone', everyone: true },
  can_manage_group: { default: 'creator' },
  can_mention_group: { default: 'role:everyone', everyone: true },
  can_remove_members_group: { default: 'role:nobody' },
} as const satisfies Record<string, PermissionRow>
export type GroupPermission = keyof typeof groupPermissions

const create: Readonly<Record<string, number>> = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:everyone': 5,
  'role:nobody': 6,
  'role:owners': 7,
}
const mention: Readonly<Record<string, number>> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
}

/**
 * Legacy policy codes, computed from the name of the group that holds each permission. Groups without a legacy code
 * map to the most permissive one.
 */
export function legacyPolicies(holder: (permission: RealmPermission) => string | undefined) {
  const word = (words: Readonly<Record<string, number>>, permission: RealmPermission, otherwise: number) =>
    words[holder(permission) ?? ''] ?? otherwise
  return {
    realm_create_public_stream_policy: word(create, 'can_create_public_channel_group', 1),
    realm_create_private_stream_policy: word(create, 'can_create_private_channel_group', 1),
    realm_create_web_public_stream_policy: word(create, 'can_create_web_public_channel_group', 4),
    realm_wildcard_mention_policy: word(mention, 'can_mention_many_users_group', 1),
  }
}

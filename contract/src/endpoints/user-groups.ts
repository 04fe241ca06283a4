import { z } from 'zod'
import { list, maxObjects, maxPeople, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { groupChangeInput, groupSettingInput, userGroupObject } from '../objects/groups.ts'
import { flag, json, text } from '../param.ts'
import { permissionReasons } from '../reasons/shared.ts'

export const maxGroupNameLength = 100

const holder = json(groupSettingInput.optional())
const changedHolder = json(groupChangeInput.optional())
const people = list(z.int(), maxPeople)
const groups = json(list(z.int(), maxObjects).default([]))
const path = { user_group_id: 'int' } as const

const groupReasons = ['user-group-not-found', 'user-group-deactivated'] as const
const nameReasons = [
  'user-group-name-empty',
  'user-group-name-too-long',
  'user-group-name-reserved',
  'user-group-name-taken',
] as const
const subgroupReasons = [
  ...groupReasons,
  'user-group-change-denied',
  'user-group-membership-change-empty',
  'user-group-has-subgroup',
  'user-group-lacks-subgroup',
  'user-group-subgroup-circular',
] as const

export const getUserGroups = endpoint({
  route: 'GET /user_groups',
  summary: 'Get user groups',
  notes: 'Use this to list all user groups, by ID.',
  auth: 'user',
  gate: 'member',
  params: { include_deactivated_groups: flag() },
  example: { include_deactivated_groups: true },
  reply: { user_groups: z.array(userGroupObject) },
})

export const createUserGroup = endpoint({
  route: 'POST /user_groups/create',
  summary: 'Create a user group',
  notes:
    'Use this to group users for mentions and permissions. The creator is not a member unless listed, but can manage ' +
    'the group by default.',
  auth: 'user',
  gate: 'member',
  params: {
    name: text(),
    description: text(),
    members: json(people),
    subgroups: groups,
    can_add_members_group: holder,
    can_join_group: holder,
    can_leave_group: holder,
    can_manage_group: holder,
    can_mention_group: holder,
    can_remove_members_group: holder,
  },
  example: { name: 'beekeepers', description: 'They know where the honey is', members: [sample.user] },
  reply: { group_id: z.int() },
  reasons: [
    ...groupReasons,
    ...nameReasons,
    'user-group-creation-denied',
    'user-group-member-not-found',
    ...permissionReasons,
  ],
})

export const updateUserGroup = endpoint({
  route: 'PATCH /user_groups/{user_group_id}',
  summary: 'Update a user group',
  notes:
    'Use this to change the name, description or permissions of a user group. All changes are applied, or none. ' +
    'Deactivated groups can be changed, too; `deactivated` set to `false` reactivates one.',
  auth: 'user',
  gate: 'member',
  path,
  params: {
    name: text(shortText.optional()),
    description: text(shortText.optional()),
    can_add_members_group: changedHolder,
    can_join_group: changedHolder,
    can_leave_group: changedHolder,
    can_manage_group: changedHolder,
    can_mention_group: changedHolder,
    can_remove_members_group: changedHolder,
    deactivated: json(z.boolean().optional()),
  },
  example: {
    user_group_id: sample.group,
    description: 'Up on the ladders',
    can_mention_group: { new: { direct_members: [sample.user], direct_subgroups: [] } },
  },
  reply: {},
  reasons: [
    'user-group-not-found',
    ...nameReasons,
    'user-group-change-denied',
    'user-group-change-empty',
    'user-group-in-use',
    ...permissionReasons,
    'permission-value-outdated',
  ],
})

export const deactivateUserGroup = endpoint({
  route: 'POST /user_groups/{user_group_id}/deactivate',
  summary: 'Deactivate a user group',
  notes:
    'Use this when a user group is no longer needed. Fails while a channel, group or setting in use refers to the ' +
    'group: `objections` lists them.',
  auth: 'user',
  path,
  params: {},
  example: { user_group_id: sample.oldGroup },
  reply: {},
  reasons: [...groupReasons, 'user-group-change-denied', 'user-group-in-use'],
})

export const changeGroupMembers = endpoint({
  route: 'POST /user_groups/{user_group_id}/members',
  summary: 'Update user group members',
  notes:
    'Use this to add or remove members and subgroups. The changes are applied in the order `add`, `delete`, ' +
    '`add_subgroups`, `delete_subgroups`; all of them, or none.',
  auth: 'user',
  gate: 'member',
  path,
  params: {
    add: json(people.default([])),
    delete: json(people.default([])),
    add_subgroups: groups,
    delete_subgroups: groups,
  },
  example: { user_group_id: sample.group, add: [sample.user] },
  reply: {},
  reasons: [
    ...subgroupReasons,
    'user-group-member-not-found',
    'user-group-has-member',
    'user-group-lacks-member',
  ],
})

export const changeSubgroups = endpoint({
  route: 'POST /user_groups/{user_group_id}/subgroups',
  summary: 'Update subgroups of a user group',
  notes: 'Use this to add or remove subgroups. All changes are applied, or none.',
  auth: 'user',
  gate: 'member',
  path,
  params: { add: groups, delete: groups },
  example: { user_group_id: sample.group, add: [sample.subgroup] },
  reply: {},
  reasons: subgroupReasons,
})

export const getGroupMembers = endpoint({
  route: 'GET /user_groups/{user_group_id}/members',
  summary: 'Get user group members',
  notes: 'Use this to list the members of a user group, including those of subgroups.',
  auth: 'user',
  gate: 'member',
  path,
  params: { direct_member_only: flag() },
  example: { user_group_id: sample.group, direct_member_only: true },
  reply: { members: z.array(z.int()) },
  reasons: groupReasons,
})

export const isGroupMember = endpoint({
  route: 'GET /user_groups/{user_group_id}/members/{user_id}',
  summary: 'Get user group membership status',
  notes: 'Use this to check whether a user is a member of a user group, directly or through subgroups.',
  auth: 'user',
  gate: 'member',
  path: { ...path, user_id: 'int' },
  params: { direct_member_only: flag() },
  example: { user_group_id: sample.group, user_id: sample.user },
  reply: { is_user_group_member: z.boolean() },
  reasons: [...groupReasons, 'user-not-found'],
})

export const getSubgroups = endpoint({
  route: 'GET /user_groups/{user_group_id}/subgroups',
  summary: 'Get subgroups of a user group',
  notes: 'Use this to list the subgroups of a user group, at any depth.',
  auth: 'user',
  gate: 'member',
  path,
  params: { direct_subgroup_only: flag() },
  example: { user_group_id: sample.group },
  reply: { subgroups: z.array(z.int()) },
  reasons: groupReasons,
})

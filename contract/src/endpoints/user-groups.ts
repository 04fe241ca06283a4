import { z } from 'zod'
import { list, maxObjects, maxPeople, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { groupChangeInput, groupSettingInput, userGroupObject } from '../objects/groups.ts'
import { flag, json, text } from '../param.ts'

export const maxGroupNameLength = 100

const holder = json(groupSettingInput.optional())
const changedHolder = json(groupChangeInput.optional())
const people = list(z.int(), maxPeople)
const groups = json(list(z.int(), maxObjects).default([]))
const path = { user_group_id: 'int' } as const

export const getUserGroups = endpoint({
  route: 'GET /user_groups',
  summary: 'All user groups, by ID',
  auth: 'user',
  gate: 'member',
  params: { include_deactivated_groups: flag() },
  example: { include_deactivated_groups: true },
  reply: { user_groups: z.array(userGroupObject) },
})

export const createUserGroup = endpoint({
  route: 'POST /user_groups/create',
  summary: 'Make a user group',
  notes:
    'Whoever makes it is not in it unless named, but may manage it and add people unless said otherwise.',
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
  errors: ['SystemGroupRequired'],
})

export const updateUserGroup = endpoint({
  route: 'PATCH /user_groups/{user_group_id}',
  summary: 'Change the name, the description or the permissions of a user group, all of it or nothing',
  notes: 'Deactivated groups can be changed, too. `deactivated` `false` brings one back into use.',
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
  errors: ['ExpectationMismatch', 'SystemGroupRequired', 'GroupInUse'],
})

export const deactivateUserGroup = endpoint({
  route: 'POST /user_groups/{user_group_id}/deactivate',
  summary: 'Take a user group out of use',
  notes: 'Refused while something that is in use itself names the group: `objections` says what.',
  auth: 'user',
  path,
  params: {},
  example: { user_group_id: sample.oldGroup },
  reply: {},
  errors: ['GroupInUse'],
})

export const changeGroupMembers = endpoint({
  route: 'POST /user_groups/{user_group_id}/members',
  summary: 'Put people and groups into a user group or take them out of it, all of it or nothing',
  notes: 'In this order: `add`, `delete`, `add_subgroups`, `delete_subgroups`.',
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
})

export const changeSubgroups = endpoint({
  route: 'POST /user_groups/{user_group_id}/subgroups',
  summary: 'Put groups into a user group or take them out of it, all of it or nothing',
  auth: 'user',
  gate: 'member',
  path,
  params: { add: groups, delete: groups },
  example: { user_group_id: sample.group, add: [sample.subgroup] },
  reply: {},
})

export const getGroupMembers = endpoint({
  route: 'GET /user_groups/{user_group_id}/members',
  summary: 'The people in a user group, through its subgroups too',
  auth: 'user',
  gate: 'member',
  path,
  params: { direct_member_only: flag() },
  example: { user_group_id: sample.group, direct_member_only: true },
  reply: { members: z.array(z.int()) },
})

export const isGroupMember = endpoint({
  route: 'GET /user_groups/{user_group_id}/members/{user_id}',
  summary: 'Whether somebody is in a user group, through its subgroups too',
  auth: 'user',
  gate: 'member',
  path: { ...path, user_id: 'int' },
  params: { direct_member_only: flag() },
  example: { user_group_id: sample.group, user_id: sample.user },
  reply: { is_user_group_member: z.boolean() },
})

export const getSubgroups = endpoint({
  route: 'GET /user_groups/{user_group_id}/subgroups',
  summary: 'The groups in a user group, at any depth',
  auth: 'user',
  gate: 'member',
  path,
  params: { direct_subgroup_only: flag() },
  example: { user_group_id: sample.group },
  reply: { subgroups: z.array(z.int()) },
})

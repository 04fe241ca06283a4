import { z } from 'zod'
import { event } from '../event.ts'
import { userGroup, userGroupObject } from '../objects/groups.ts'

export const groupAdded = event('user_group', 'add', 'A user group was created, or came back into use.', {
  group: userGroupObject,
})

export const groupUpdated = event('user_group', 'update', 'A user group changed in one respect.', {
  group_id: z.int(),
  data: z
    .strictObject({
      name: userGroup.name,
      description: userGroup.description,
      deactivated: userGroup.deactivated,
      can_add_members_group: userGroup.can_add_members_group,
      can_join_group: userGroup.can_join_group,
      can_leave_group: userGroup.can_leave_group,
      can_manage_group: userGroup.can_manage_group,
      can_mention_group: userGroup.can_mention_group,
      can_remove_members_group: userGroup.can_remove_members_group,
    })
    .partial(),
})

export const groupRemoved = event(
  'user_group',
  'remove',
  'A user group was deactivated. Only for clients that do not know deactivated groups.',
  { group_id: z.int() },
)

const membership = { group_id: z.int(), user_ids: z.array(z.int()) }
export const groupMembersAdded = event('user_group', 'add_members', 'People joined a user group.', membership)
export const groupMembersRemoved = event(
  'user_group',
  'remove_members',
  'People left a user group.',
  membership,
)

const nesting = { group_id: z.int(), direct_subgroup_ids: z.array(z.int()) }
export const subgroupsAdded = event('user_group', 'add_subgroups', 'Groups became subgroups of one.', nesting)
export const subgroupsRemoved = event(
  'user_group',
  'remove_subgroups',
  'Groups ceased to be subgroups of one.',
  nesting,
)

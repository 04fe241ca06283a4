import { z } from 'zod'
import { event } from '../event.ts'
import { userGroup, userGroupObject } from '../objects/groups.ts'

export const groupAdded = event('user_group', 'add', 'A user group was created or reactivated.', {
  group: userGroupObject,
})

export const groupUpdated = event('user_group', 'update', 'One property of a user group changed.', {
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
  'A user group was deactivated. Sent only to clients that do not support deactivated groups.',
  { group_id: z.int() },
)

const membership = { group_id: z.int(), user_ids: z.array(z.int()) }
export const groupMembersAdded = event(
  'user_group',
  'add_members',
  'Users were added to a user group.',
  membership,
)
export const groupMembersRemoved = event(
  'user_group',
  'remove_members',
  'Users were removed from a user group.',
  membership,
)

const nesting = { group_id: z.int(), direct_subgroup_ids: z.array(z.int()) }
export const subgroupsAdded = event(
  'user_group',
  'add_subgroups',
  'Subgroups were added to a user group.',
  nesting,
)
export const subgroupsRemoved = event(
  'user_group',
  'remove_subgroups',
  'Subgroups were removed from a user group.',
  nesting,
)

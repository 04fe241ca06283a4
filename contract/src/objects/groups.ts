import { z } from 'zod'
import { list, maxObjects } from '../bounds.ts'

/** The holders of a permission: a named group by its ID, or an unnamed set of users and groups. */
export const groupSettingValue = z.union([
  z.int(),
  z.object({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
])
export type GroupSettingValue = z.output<typeof groupSettingValue>

/** The input form of the same value. Its size is bounded because every register response repeats it. */
export const groupSettingInput = z.union([
  z.int(),
  z.object({ direct_members: list(z.int(), maxObjects), direct_subgroups: list(z.int(), maxObjects) }),
])

/** A change of the holders of a permission. `old`, if given, must match the current holders. */
export const groupChangeInput = z.object({ new: groupSettingInput, old: groupSettingInput.optional() })
export type GroupSettingChange = z.output<typeof groupChangeInput>

export const userGroup = {
  id: z.int(),
  name: z.string(),
  description: z.string(),
  date_created: z.int().nullable(),
  creator_id: z.int().nullable(),
  members: z.array(z.int()),
  direct_subgroup_ids: z.array(z.int()),
  is_system_group: z.boolean(),
  deactivated: z.boolean(),
  can_add_members_group: groupSettingValue,
  can_join_group: groupSettingValue,
  can_leave_group: groupSettingValue,
  can_manage_group: groupSettingValue,
  can_mention_group: groupSettingValue,
  can_remove_members_group: groupSettingValue,
}
export const userGroupObject = z.strictObject(userGroup)
export type UserGroupObject = z.output<typeof userGroupObject>

/** A group in a piece of the initial state. With `member_ranges`, long lists of members are ranges of IDs, both ends included. */
export const pieceOfUserGroup = z.strictObject({
  ...userGroup,
  members: z.array(z.int()).optional(),
  member_ranges: z.array(z.tuple([z.int(), z.int()])).optional(),
})

/** A reference to a group that prevents its deactivation. */
export const groupObjection = z.union([
  z.strictObject({ type: z.literal('subgroup'), supergroup_ids: z.array(z.int()) }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.int(), settings: z.array(z.string()) }),
  z.strictObject({ type: z.literal('user_group'), group_id: z.int(), settings: z.array(z.string()) }),
  z.strictObject({ type: z.literal('realm'), settings: z.array(z.string()) }),
])
export type GroupObjection = z.output<typeof groupObjection>

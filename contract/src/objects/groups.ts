import { z } from 'zod'

/** Who holds a permission: a named group by its ID, or an unnamed set of people and groups. */
export const groupSettingValue = z.union([
  z.int(),
  z.object({ direct_members: z.array(z.int()), direct_subgroups: z.array(z.int()) }),
])
export type GroupSettingValue = z.output<typeof groupSettingValue>

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

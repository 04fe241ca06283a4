import { z } from 'zod'
import { event } from '../event.ts'
import { userGroupObject } from '../objects/groups.ts'
import { role, userObject } from '../objects/users.ts'

export const userAdded = event('realm_user', 'add', 'An account was created.', { person: userObject })

export const userUpdated = event('realm_user', 'update', 'An account changed in one respect.', {
  person: z.union([
    z.strictObject({ user_id: z.int(), full_name: z.string() }),
    z.strictObject({ user_id: z.int(), role }),
  ]),
})

export const groupAdded = event('user_group', 'add', 'A user group was created.', { group: userGroupObject })

const membership = { group_id: z.int(), user_ids: z.array(z.int()) }
export const groupMembersAdded = event('user_group', 'add_members', 'People joined a user group.', membership)
export const groupMembersRemoved = event(
  'user_group',
  'remove_members',
  'People left a user group.',
  membership,
)

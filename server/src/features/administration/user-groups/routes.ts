import { areas, type GroupPermission } from '@loquat/contract'
import { isBot } from '../../../directory/directory.ts'
import {
  contentsOf,
  directMembers,
  directSubgroups,
  isInGroup,
  membersOf,
} from '../../../directory/groups.ts'
import { implement } from '../../../http/implement.ts'
import { noSuchUser } from '../../identity/users/find.ts'
import { createGroup } from './create.ts'
import { changeMembership } from './members.ts'
import { listGroups, permissionNames } from './present.ts'
import { findActiveGroup } from './rules.ts'
import { deactivateGroup, updateGroup } from './update.ts'

/** The parameters that are permissions. */
const permissionsIn = <V>(params: Record<GroupPermission, V>) =>
  Object.fromEntries(permissionNames.map((name) => [name, params[name]])) as Record<GroupPermission, V>

const ascending = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

export const userGroupRoutes = implement(areas.userGroups, {
  getUserGroups: ({ realm: { directory }, params }) => ({
    user_groups: listGroups(directory, params.include_deactivated_groups),
  }),

  createUserGroup: async ({ realm, user, params }) => {
    const { name, description, members, subgroups } = params
    const request = { name, description, members, subgroups, permissions: permissionsIn(params) }
    return { group_id: await createGroup(realm, user.id, request) }
  },

  updateUserGroup: async ({ realm, user, path, params }) => {
    const { name, description, deactivated } = params
    const changes = { name, description, deactivated, permissions: permissionsIn(params) }
    await updateGroup(realm, user.id, path.user_group_id, changes)
    return {}
  },

  deactivateUserGroup: async ({ realm, user, path }) => {
    await deactivateGroup(realm, user.id, path.user_group_id)
    return {}
  },

  changeGroupMembers: async ({ realm, user, path, params }) => {
    const { add, delete: remove, add_subgroups: addSubgroups, delete_subgroups: removeSubgroups } = params
    const request = { add, remove, addSubgroups, removeSubgroups }
    await changeMembership(realm, user.id, path.user_group_id, request)
    return {}
  },

  changeSubgroups: async ({ realm, user, path, params }) => {
    const request = { add: [], remove: [], addSubgroups: params.add, removeSubgroups: params.delete }
    await changeMembership(realm, user.id, path.user_group_id, request)
    return {}
  },

  getGroupMembers: async ({ realm, path, params }) => {
    const { directory } = realm
    const group = await realm.decideFresh(() => findActiveGroup(directory, path.user_group_id))
    return {
      members: params.direct_member_only
        ? directMembers(directory, group)
        : ascending(membersOf(directory, group)),
    }
  },

  isGroupMember: async ({ realm, path, params }) => {
    const { directory } = realm
    const { group, user } = await realm.decideFresh(() => {
      const user = directory.users.get(path.user_id)
      if (user === undefined || !user.isActive || isBot(user)) {
        throw noSuchUser()
      }
      return { group: findActiveGroup(directory, path.user_group_id), user }
    })
    return {
      is_user_group_member: params.direct_member_only
        ? directMembers(directory, group).includes(user.id)
        : isInGroup(directory, user, group.id),
    }
  },

  getSubgroups: async ({ realm, path, params }) => {
    const { directory } = realm
    const group = await realm.decideFresh(() => findActiveGroup(directory, path.user_group_id))
    const all = () => ascending(contentsOf(directory, group.id).groups).filter((id) => id !== group.id)
    return { subgroups: params.direct_subgroup_only ? directSubgroups(directory, group) : all() }
  },
})

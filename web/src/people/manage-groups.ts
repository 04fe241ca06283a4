import type { GroupSettingValue } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt, attemptFor } from '../session/attempt.ts'
import { myId } from '../session/session.ts'

export const createGroup = (name: string, description: string, members: number[], subgroups: number[]) =>
  attemptFor(() => api.createUserGroup({ name, description, members, subgroups }))
export const renameGroup = (id: number, name: string) =>
  attempt(() => api.updateUserGroup({ user_group_id: id, name }))
export const describeGroup = (id: number, description: string) =>
  attempt(() => api.updateUserGroup({ user_group_id: id, description }))
export const changeGroupPermission = (
  id: number,
  name: string,
  value: GroupSettingValue,
  old: GroupSettingValue,
) => attempt(() => api.updateUserGroup({ user_group_id: id, [name]: { new: value, old } }))
export const deactivateGroup = (id: number) => attempt(() => api.deactivateUserGroup({ user_group_id: id }))
export const reactivateGroup = (id: number) =>
  attempt(() => api.updateUserGroup({ user_group_id: id, deactivated: false }))

interface Membership {
  people?: number[]
  groups?: number[]
}
export const addToGroup = (id: number, { people = [], groups = [] }: Membership) =>
  attempt(() => api.changeGroupMembers({ user_group_id: id, add: people, add_subgroups: groups }))
export const removeFromGroup = (id: number, { people = [], groups = [] }: Membership) =>
  attempt(() => api.changeGroupMembers({ user_group_id: id, delete: people, delete_subgroups: groups }))
export const joinGroup = (id: number) => addToGroup(id, { people: [myId()] })
export const leaveGroup = (id: number) => removeFromGroup(id, { people: [myId()] })

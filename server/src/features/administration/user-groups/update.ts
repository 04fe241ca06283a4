import {
  apiError,
  type BodyOf,
  type GroupPermission,
  type GroupSettingChange,
  groupPermissions,
} from '@loquat/contract'
import type { Directory, Group, User } from '../../../directory/directory.ts'
import { changedValue } from '../../../directory/group-values.ts'
import { groupPermission } from '../../../directory/permissions.ts'
import type { Audience } from '../../../events/audience.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { objectionsTo } from './group-references.ts'
import { permissionNames, presentGroup } from './present.ts'
import { assertFreeName, assertMay, assertValidName, findGroup } from './rules.ts'
import { updateGroup as storeGroup } from './store.ts'

export interface GroupChanges {
  name: string | undefined
  description: string | undefined
  permissions: Partial<Record<GroupPermission, GroupSettingChange | undefined>>
  deactivated: boolean | undefined
}

/** A group as changed so far in the transaction. */
interface GroupState {
  tx: Tx
  directory: Directory
  group: Group
}

export async function updateGroup(
  realm: Realm,
  callerId: number,
  groupId: number,
  changes: GroupChanges,
): Promise<void> {
  const { permissions, ...rest } = changes
  if (![...Object.values(rest), ...Object.values(permissions)].some((one) => one !== undefined)) {
    throw apiError('user-group-change-empty')
  }
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const group = findGroup(directory, groupId)
    await updateGroupAs(tx, directory, callerOf(directory, callerId), group, changes)
  })
}

/** Changes a group within a transaction, if the caller may. Returns it as changed. */
export async function updateGroupAs(
  tx: Tx,
  directory: Directory,
  caller: User,
  group: Group,
  changes: GroupChanges,
): Promise<Group> {
  assertMay(directory, caller, group)
  const state = { tx, directory, group: { ...group } }
  if (changes.name !== undefined) await rename(state, changes.name)
  if (changes.description !== undefined) await describe(state, changes.description)
  for (const name of permissionNames) await changePermission(state, name, changes.permissions[name])
  if (changes.deactivated === true && !group.deactivated) await deactivate(state)
  if (changes.deactivated === false && group.deactivated) await reactivate(state)
  auditGroup(tx, group, state.group)
  return state.group
}

export async function deactivateGroup(realm: Realm, callerId: number, groupId: number): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const group = findGroup(directory, groupId)
    await deactivateGroupAs(tx, directory, callerOf(directory, callerId), group)
  })
}

/** Deactivates a group within a transaction, if the caller may. */
export async function deactivateGroupAs(
  tx: Tx,
  directory: Directory,
  caller: User,
  group: Group,
): Promise<void> {
  assertMay(directory, caller, group)
  if (group.deactivated) throw apiError('user-group-deactivated', { group: group.id })
  const state = { tx, directory, group: { ...group } }
  await deactivate(state)
  auditGroup(tx, group, state.group)
}

function auditGroup(tx: Tx, before: Group, after: Group): void {
  const isEnded = after.deactivated && !before.deactivated
  const state = ({ name, description, permissions, deactivated }: Group) => ({
    name,
    description,
    ...permissions,
    deactivated,
  })
  tx.audit({
    kind: isEnded ? 'group.deactivated' : 'group.changed',
    target: { type: 'group', id: before.id, name: before.name },
    before: state(before),
    after: state(after),
  })
}

async function rename(state: GroupState, name: string): Promise<void> {
  if (name === state.group.name) return
  assertValidName(name)
  assertFreeName(state.directory, name)
  // Clients without support for deactivated groups do not need the name of one.
  const only = state.group.deactivated ? { with: 'include_deactivated_groups' as const } : {}
  await change(state, { name }, { name }, { everyone: true, ...only })
}

async function describe(state: GroupState, description: string): Promise<void> {
  if (description !== state.group.description) await change(state, { description }, { description })
}

async function changePermission(
  state: GroupState,
  name: GroupPermission,
  requested: GroupSettingChange | undefined,
): Promise<void> {
  if (requested === undefined) return
  const { directory, group } = state
  const current = groupPermission(directory, group, name)
  const value = changedValue(directory, name, groupPermissions[name], current, requested)
  if (value === undefined) return
  await change(state, { permissions: { ...group.permissions, [name]: value } }, { [name]: value })
}

async function deactivate(state: GroupState): Promise<void> {
  const { tx, directory, group } = state
  const objections = objectionsTo(directory.withGroup(group), group)
  if (objections.length > 0) {
    throw apiError('user-group-in-use', { group: group.id }, { objections })
  }
  await setDeactivated(state, true)
  tx.publish({ type: 'user_group', op: 'remove', group_id: group.id }, forOldClients)
}

async function reactivate(state: GroupState): Promise<void> {
  await setDeactivated(state, false)
  const { tx, directory, group } = state
  tx.publish({ type: 'user_group', op: 'add', group: presentGroup(directory, group) }, forOldClients)
}

const forOldClients: Audience = { everyone: true, without: 'include_deactivated_groups' }

async function setDeactivated(state: GroupState, deactivated: boolean): Promise<void> {
  const audience: Audience = { everyone: true, with: 'include_deactivated_groups' }
  await change(state, { deactivated }, { deactivated }, audience)
}

async function change(
  { tx, group }: GroupState,
  columns: Partial<Group>,
  data: BodyOf<'user_group:update'>['data'],
  audience: Audience = { everyone: true },
): Promise<void> {
  await storeGroup(tx, group.id, columns)
  Object.assign(group, columns)
  tx.publish({ type: 'user_group', op: 'update', group_id: group.id, data }, audience, { groups: [group.id] })
}

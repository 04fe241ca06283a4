import { apiError, createGroupDenial, type GroupPermission, type GroupSettingValue } from '@loquat/contract'
import type { Group } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { presentGroup } from './present.ts'
import {
  assertFreeName,
  assertValidName,
  checkedPeople,
  checkedPermissions,
  checkedSubgroups,
} from './rules.ts'
import { insertGroup, insertSubgroups } from './store.ts'

export interface GroupRequest {
  name: string
  description: string
  members: readonly number[]
  subgroups: readonly number[]
  permissions: Partial<Record<GroupPermission, GroupSettingValue | undefined>>
  /** Additional writes in the same transaction. */
  within?: (tx: Tx, group: Group) => Promise<void>
}

export async function createGroup(realm: Realm, callerId: number, request: GroupRequest): Promise<number> {
  const { directory } = realm
  const { name, description } = request
  return await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    if (createGroupDenial(permissionsOf(directory), caller) !== undefined) {
      throw apiError('user-group-creation-denied')
    }
    const members = checkedPeople(directory, request.members).map((user) => user.id)
    assertValidName(name)
    const permissions = checkedPermissions(directory, caller.id, request.permissions)
    assertFreeName(directory, name)
    const subgroups = checkedSubgroups(directory, request.subgroups).map((group) => group.id)

    const group = await insertGroup(tx, { name, description, creatorId: caller.id, permissions, members })
    tx.publish(
      { type: 'user_group', op: 'add', group: presentGroup(directory, group) },
      { everyone: true },
      { groups: [group.id] },
    )
    if (subgroups.length > 0) {
      await insertSubgroups(tx, group.id, subgroups)
      const direct_subgroup_ids = subgroups.toSorted((a, b) => a - b)
      tx.publish(
        { type: 'user_group', op: 'add_subgroups', group_id: group.id, direct_subgroup_ids },
        { everyone: true },
        { groups: [group.id] },
      )
    }
    tx.audit({
      kind: 'group.created',
      target: { type: 'group', id: group.id, name },
      after: { description, members, subgroups, permissions },
    })
    await request.within?.(tx, group)
    return group.id
  })
}

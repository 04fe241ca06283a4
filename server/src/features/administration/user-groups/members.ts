import {
  addMembersDenial,
  apiError,
  joinGroupDenial,
  leaveGroupDenial,
  removeMembersDenial,
} from '@loquat/contract'
import type { Directory, Group, User } from '../../../directory/directory.ts'
import { contentsOf } from '../../../directory/groups.ts'
import type { PublishedBody } from '../../../events/logged-event.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { notifyMembersLater } from './notices.ts'
import { assertMay, checkedPeople, checkedSubgroups, findActiveGroup } from './rules.ts'
import { deleteMembers, deleteSubgroups, insertMembers, insertSubgroups } from './store.ts'
import { publishGroupVisibility } from './visibility.ts'

export interface MembershipRequest {
  add: readonly number[]
  remove: readonly number[]
  addSubgroups: readonly number[]
  removeSubgroups: readonly number[]
  /** Deactivated users can be added and removed, too; they are members again when they are reactivated. */
  includeDeactivated?: boolean
}

/** State of a request: each step starts from the group as changed by the previous ones. */
interface MembershipStep {
  tx: Tx
  directory: Directory
  caller: User
  group: Group
  includeDeactivated: boolean
}

/** Changes members and subgroups in one transaction. */
export async function changeMembership(
  realm: Realm,
  callerId: number,
  groupId: number,
  request: MembershipRequest,
): Promise<void> {
  const { add, remove, addSubgroups, removeSubgroups } = request
  if ([add, remove, addSubgroups, removeSubgroups].every((ids) => ids.length === 0)) {
    throw apiError('user-group-membership-change-empty')
  }
  await realm.transactExclusively(async (tx) => {
    const { directory } = realm
    const group = findActiveGroup(directory, groupId)
    await changeMembershipAs(tx, directory, callerOf(directory, callerId), group, request)
  })
}

/** Changes members and subgroups within a transaction, if the caller may. */
export async function changeMembershipAs(
  tx: Tx,
  directory: Directory,
  caller: User,
  group: Group,
  { add, remove, addSubgroups, removeSubgroups, includeDeactivated = false }: MembershipRequest,
): Promise<void> {
  let step: MembershipStep = { tx, directory, caller, group, includeDeactivated }
  if (add.length > 0) step = await addPeople(step, add)
  if (remove.length > 0) step = await removePeople(step, remove)
  if (addSubgroups.length > 0) step = await addGroups(step, addSubgroups)
  if (removeSubgroups.length > 0) step = await removeGroups(step, removeSubgroups)
  auditMembership(tx, group, step.group)
  await notifyMembersLater(tx, directory, caller, group, { added: add, removed: remove })
}

/** Adds or removes a member without asking whether the caller may. Returns the directory with the change. */
export async function assignMember(
  tx: Tx,
  directory: Directory,
  groupId: number,
  userId: number,
  isMember: boolean,
): Promise<Directory> {
  const before = findActiveGroup(directory, groupId)
  await (isMember ? insertMembers : deleteMembers)(tx, groupId, [userId])
  const members = isMember ? plus(before.members, [userId]) : minus(before.members, [userId])
  const changed = { group_id: groupId, user_ids: [userId] }
  const event: PublishedBody = isMember
    ? { type: 'user_group', op: 'add_members', ...changed }
    : { type: 'user_group', op: 'remove_members', ...changed }
  const after = publishAndUpdate({ tx, directory, group: before }, { members }, event)
  auditMembership(tx, before, after.group)
  return after.directory
}

/** Records who was added and removed, not the whole lists. */
function auditMembership(tx: Tx, before: Group, after: Group): void {
  const target = { type: 'group', id: before.id, name: before.name } as const
  const parts = [
    ['group.members_changed', before.members, after.members],
    ['group.subgroups_changed', before.subgroups, after.subgroups],
  ] as const
  for (const [kind, old, now] of parts) {
    const removed = [...minus(old, [...now])]
    const added = [...minus(now, [...old])]
    if (removed.length + added.length > 0) tx.audit({ kind, target, after: { added, removed } })
  }
}

const isOnly = (ids: readonly number[], user: User) => ids.length === 1 && ids[0] === user.id

async function addPeople(step: MembershipStep, ids: readonly number[]): Promise<MembershipStep> {
  const { tx, directory, caller, group } = step
  assertMay(directory, caller, group, isOnly(ids, caller) ? joinGroupDenial : addMembersDenial)
  const user_ids = ascending(checkedPeople(directory, ids, step))
  const present = user_ids.find((id) => group.members.has(id))
  if (present !== undefined) throw apiError('user-group-has-member', { user: present })
  await insertMembers(tx, group.id, user_ids)
  return publishMembers(step, 'add_members', user_ids, plus(group.members, user_ids))
}

async function removePeople(step: MembershipStep, ids: readonly number[]): Promise<MembershipStep> {
  const { tx, directory, caller, group } = step
  const user_ids = ascending(checkedPeople(directory, ids, step))
  assertMay(directory, caller, group, isOnly(ids, caller) ? leaveGroupDenial : removeMembersDenial)
  const absent = user_ids.find((id) => !group.members.has(id))
  if (absent !== undefined) throw apiError('user-group-lacks-member', { user: absent })
  await deleteMembers(tx, group.id, user_ids)
  return publishMembers(step, 'remove_members', user_ids, minus(group.members, user_ids))
}

/** Clients know no memberships of deactivated users; the directory does. */
function publishMembers(
  step: MembershipStep,
  op: 'add_members' | 'remove_members',
  ids: readonly number[],
  members: ReadonlySet<number>,
): MembershipStep {
  const user_ids = ids.filter((id) => step.directory.users.get(id)?.isActive)
  const { id: group_id } = step.group
  if (user_ids.length > 0)
    return publishAndUpdate(step, { members }, { type: 'user_group', op, group_id, user_ids })
  step.tx.publish({ type: 'refresh' }, { users: [] }, { groups: [group_id] })
  return { ...step, group: { ...step.group, members } }
}

async function addGroups(step: MembershipStep, ids: readonly number[]): Promise<MembershipStep> {
  const { tx, directory, caller, group } = step
  assertMay(directory, caller, group, addMembersDenial)
  const direct_subgroup_ids = ascending(checkedSubgroups(directory, ids))
  const present = direct_subgroup_ids.find((id) => group.subgroups.has(id))
  if (present !== undefined) throw apiError('user-group-has-subgroup', { group: present })
  const around = direct_subgroup_ids.find((id) => contentsOf(directory, id).groups.has(group.id))
  if (around !== undefined) throw apiError('user-group-subgroup-circular', { group: around })
  await insertSubgroups(tx, group.id, direct_subgroup_ids)
  const subgroups = plus(group.subgroups, direct_subgroup_ids)
  const event = { type: 'user_group', op: 'add_subgroups', group_id: group.id, direct_subgroup_ids } as const
  return publishAndUpdate(step, { subgroups }, event)
}

async function removeGroups(step: MembershipStep, ids: readonly number[]): Promise<MembershipStep> {
  const { tx, directory, caller, group } = step
  assertMay(directory, caller, group)
  const direct_subgroup_ids = ascending(checkedSubgroups(directory, ids))
  const absent = direct_subgroup_ids.find((id) => !group.subgroups.has(id))
  if (absent !== undefined) throw apiError('user-group-lacks-subgroup', { group: absent })
  await deleteSubgroups(tx, group.id, direct_subgroup_ids)
  const subgroups = minus(group.subgroups, direct_subgroup_ids)
  const event = {
    type: 'user_group',
    op: 'remove_subgroups',
    group_id: group.id,
    direct_subgroup_ids,
  } as const
  return publishAndUpdate(step, { subgroups }, event)
}

/** Publishes the change, and channels that users gain or lose sight of. */
function publishAndUpdate<Step extends Pick<MembershipStep, 'tx' | 'directory' | 'group'>>(
  step: Step,
  change: Partial<Group>,
  event: PublishedBody,
): Step {
  const { tx, directory } = step
  const group = { ...step.group, ...change }
  const after = directory.withGroup(group)
  tx.publish(event, { everyone: true }, { groups: [group.id] })
  publishGroupVisibility(tx, directory, after, group.id)
  return { ...step, directory: after, group }
}

const plus = (set: ReadonlySet<number>, ids: readonly number[]) => new Set([...set, ...ids])
const minus = (set: ReadonlySet<number>, ids: readonly number[]) => {
  const gone = new Set(ids)
  return new Set([...set].filter((id) => !gone.has(id)))
}
const ascending = (list: readonly { id: number }[]) => list.map(({ id }) => id).sort((a, b) => a - b)

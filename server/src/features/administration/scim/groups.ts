import type { App } from '../../../app.ts'
import { type Directory, type Group, isBot, type User } from '../../../directory/directory.ts'
import { assertNotPreview } from '../../../directory/preview.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { createGroup } from '../user-groups/create.ts'
import { changeMembershipAs } from '../user-groups/members.ts'
import { deactivateGroupAs, updateGroupAs } from '../user-groups/update.ts'
import { actingOwner } from './caller.ts'
import { invalid, notFound, ScimError } from './errors.ts'
import { type GroupState, replacedGroup } from './group-state.ts'
import type { JsonObject } from './patch.ts'
import { assertUnchanged, isManaged, peopleIn, presentGroup, type Resource } from './resources.ts'
import { groupRows, modifiedTimes, storeGroupRow } from './store.ts'
import type { ScimCall } from './users.ts'

const noMembers: GroupState = { displayName: '', externalId: null, members: new Set() }

function findGroup(directory: Directory, id: string): Group {
  const group = /^\d{1,15}$/.test(id) ? directory.groups.get(Number(id)) : undefined
  if (!isManaged(group)) throw notFound(`There is no group ${JSON.stringify(id)}.`)
  return group
}

export async function getGroup({ app, realm }: { app: App; realm: Realm }, id: string): Promise<Resource> {
  await realm.follower.advance()
  const rows = await groupRows(app.database.db, realm.id)
  const group = findGroup(realm.directory, id)
  const modified = await modifiedTimes(app.database.db, realm.id, 'user_group', [group.id])
  return presentGroup(realm.directory, group, rows.get(group.id), modified.get(group.id))
}

/** Members must be people of the organization. Deactivated ones stay members for when they come back. */
function assertPeople(directory: Directory, ids: Iterable<number>): void {
  for (const id of ids) {
    const user = directory.users.get(id)
    if (user === undefined || isBot(user)) throw invalid('invalidValue', `There is no user "${id}".`)
  }
}

/** Creates a group. One that the provider deleted is reactivated instead, because a name has one group. */
export async function createScimGroup(call: ScimCall, body: JsonObject): Promise<Resource> {
  const { app, realm, token } = call
  const state = replacedGroup(noMembers, body)
  await realm.follower.advance()
  const { directory } = realm
  assertPeople(directory, state.members)
  const named = [...directory.groups.values()].find(({ name }) => name === state.displayName)
  if (named !== undefined) {
    const rows = await groupRows(app.database.db, realm.id)
    if (!named.deactivated || !rows.has(named.id))
      throw new ScimError(409, `There is a group with the name "${state.displayName}".`, 'uniqueness')
    return await changeGroup(call, String(named.id), () => state, { isRevived: true })
  }
  const members = [...state.members].filter((id) => directory.users.get(id)?.isActive)
  const caller = actingOwner(directory, token)
  const id = await createGroup(realm, caller.id, {
    name: state.displayName,
    description: '',
    members,
    subgroups: [],
    permissions: {},
    within: (tx, group) => storeGroupRow(tx, group.id, state.externalId),
  })
  if (members.length < state.members.size) await changeGroup(call, String(id), () => state)
  return await getGroup(call, String(id))
}

/** Changes a group in one transaction, by the actions of the app. */
export async function changeGroup(
  { app, realm, token, ifMatch }: ScimCall,
  id: string,
  change: (before: GroupState) => GroupState,
  { isRevived = false } = {},
): Promise<Resource> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    assertNotPreview(directory)
    const rows = await groupRows(tx.db, realm.id)
    const group = isRevived ? directory.groups.get(Number(id)) : findGroup(directory, id)
    if (group === undefined) throw notFound(`There is no group "${id}".`)
    const externalId = rows.get(group.id) ?? null
    assertUnchanged(ifMatch, presentGroup(directory, group, externalId, undefined))
    const people = peopleIn(directory, group).map((user) => user.id)
    const before: GroupState = { displayName: group.name, externalId, members: new Set(people) }
    const after = change(before)
    const caller = actingOwner(directory, token)
    let changed = group
    if (after.displayName !== group.name || isRevived) {
      const name = after.displayName === group.name ? undefined : after.displayName
      const changes = {
        name,
        description: undefined,
        permissions: {},
        deactivated: isRevived ? false : undefined,
      }
      changed = await updateGroupAs(tx, directory, caller, group, changes)
    }
    await setMembers(tx, directory, caller, changed, before.members, after.members)
    if (after.externalId !== externalId || !rows.has(group.id))
      await storeGroupRow(tx, group.id, after.externalId)
  })
  return await getGroup({ app, realm }, id)
}

async function setMembers(
  tx: Tx,
  directory: Directory,
  caller: User,
  group: Group,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): Promise<void> {
  const add = [...after].filter((id) => !before.has(id))
  const remove = [...before].filter((id) => !after.has(id))
  assertPeople(directory, add)
  if (add.length + remove.length === 0) return
  const request = { add, remove, addSubgroups: [], removeSubgroups: [], includeDeactivated: true }
  await changeMembershipAs(tx, directory, caller, group, request)
}

/** Deactivates a group, which stays in messages that mention it. */
export async function deleteScimGroup({ realm, token, ifMatch }: ScimCall, id: string): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    assertNotPreview(directory)
    const group = findGroup(directory, id)
    const rows = await groupRows(tx.db, realm.id)
    assertUnchanged(ifMatch, presentGroup(directory, group, rows.get(group.id), undefined))
    await deactivateGroupAs(tx, directory, actingOwner(directory, token), group)
    // The row marks the group as one that the provider can create again.
    await storeGroupRow(tx, group.id, rows.get(group.id) ?? null)
  })
}

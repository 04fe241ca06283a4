import { WireError } from '@loquat/contract'
import { createGroup } from '../../administration/user-groups/create.ts'
import { changeMembership } from '../../administration/user-groups/members.ts'
import { updateGroup } from '../../administration/user-groups/update.ts'
import { groupName } from '../text/names.ts'
import { recordIds } from '../write/rows-store.ts'
import { type FollowContext, ownerOf, userOf } from './context.ts'
import type { OldGroup } from './objects.ts'

/** Makes the user groups here equal to those of the old server. */
export async function followGroups(context: FollowContext): Promise<void> {
  mapSystemGroups(context)
  const named = context.old.groups.filter((group) => !group.is_system_group)
  for (const from of named) await unlessRefused(context, () => followGroup(context, from))
  // Subgroups may come later in the list.
  for (const from of named) await unlessRefused(context, () => followMembers(context, from))
}

async function unlessRefused({ report }: FollowContext, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    report.skip('groups', 'refused here')
  }
}

function mapSystemGroups({ old, ids, realm }: FollowContext): void {
  const own = new Map([...realm.directory.groups.values()].map((group) => [group.name, group]))
  for (const { id, name, is_system_group } of old.groups) {
    const group = own.get(name)
    if (is_system_group && group?.isSystem) ids.groups.set(String(id), group.id)
  }
}

async function followGroup(context: FollowContext, from: OldGroup): Promise<void> {
  const { app, realm, ids, report } = context
  const { directory } = realm
  const owner = ownerOf(context).id
  const name = groupName(from.name)
  const description = from.description ?? ''
  const oldId = String(from.id)
  const group = directory.groups.get(ids.groups.get(oldId) ?? 0)
  if (group === undefined) {
    if (from.deactivated) return
    const known = [...directory.groups.values()].find((one) => one.name === name && !one.isSystem)
    const request = { name, description, members: [], subgroups: [], permissions: {} }
    const id = known?.id ?? (await createGroup(realm, owner, request))
    await recordIds(app.database.db, realm.id, 'group', [[oldId, id]])
    ids.groups.set(oldId, id)
    report.count('groups')
    return
  }
  const deactivated = from.deactivated ?? false
  if (group.name === name && group.description === description && group.deactivated === deactivated) return
  await updateGroup(realm, owner, group.id, { name, description, deactivated, permissions: {} })
  report.count('groups')
}

async function followMembers(context: FollowContext, from: OldGroup): Promise<void> {
  const { realm, ids, report } = context
  const group = realm.directory.groups.get(ids.groups.get(String(from.id)) ?? 0)
  if (group === undefined || group.deactivated) return
  const members = from.members.flatMap((id) => {
    const user = userOf(context, id)
    return user?.isActive && !user.isSystemBot ? user.id : []
  })
  const subgroups = (from.direct_subgroup_ids ?? []).flatMap((id) => ids.groups.get(String(id)) ?? [])
  const isActive = (id: number) => realm.directory.users.get(id)?.isActive === true
  const request = {
    add: members.filter((id) => !group.members.has(id)),
    remove: [...group.members].filter((id) => !members.includes(id) && isActive(id)),
    addSubgroups: subgroups.filter((id) => !group.subgroups.has(id)),
    removeSubgroups: [...group.subgroups].filter((id) => !subgroups.includes(id)),
  }
  if (Object.values(request).every((list) => list.length === 0)) return
  await changeMembership(realm, ownerOf(context).id, group.id, request)
  report.count('groups')
}

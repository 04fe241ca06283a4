import { groupPermissions } from '@loquat/contract'
import { ImportError } from '../import-error.ts'
import type { SourceGroup } from '../model.ts'
import { oneLine } from '../text/clean.ts'
import { groupName, uniqueGroupNames } from '../text/names.ts'
import { storeGroupPermissions } from './group-store.ts'
import { completePermissions, groupIdOf } from './group-values.ts'
import { dateOrNow, fakeIds, type ImportJob } from './job.ts'
import { addRows, insertRows, recordIds } from './rows-store.ts'

/** Creates the named groups, then their members and permissions, which may refer to any of them. */
export async function writeGroups(job: ImportJob): Promise<void> {
  const names = uniqueGroupNames()
  const groups: SourceGroup[] = []
  const rows: object[] = []
  for await (const group of job.source.groups()) {
    if (groups.some(({ id }) => id === group.id)) {
      throw new ImportError('archive-groups-twice', { id: group.id })
    }
    groups.push(group)
    rows.push({
      realm_id: job.realmId,
      name: names.take(groupName(group.name)),
      description: oneLine(group.description, 1_024),
      creator_id: creatorOf(job, group),
      deactivated: group.isDeactivated ?? false,
      permissions: {},
      created_at: dateOrNow(job, group.createdAt),
    })
  }
  const ids = job.isDryRun ? fakeIds(rows) : await insertRows(job.db, 'user_group', groupColumns, rows)
  for (const [n, group] of groups.entries()) job.groups.set(group.id, ids[n]!)
  await writeMembers(job, groups)
  job.report.count('groups', groups.length)
  for (const [n, group] of groups.entries())
    putGroup(job, group, rows[n] as { name: string; description: string })
  const permissions = groups.map((group) => ({
    id: job.groups.get(group.id)!,
    permissions: completePermissions(job, groupPermissions, group.permissions, creatorOf(job, group)),
  }))
  for (const { id, permissions: values } of permissions)
    Object.assign(job.directory.groups.get(id)!, { permissions: values })
  if (job.isDryRun) return
  await storeGroupPermissions(job.db, permissions)
  await recordIds(job.db, job.realmId, 'group', job.groups)
}

const groupColumns = {
  realm_id: 'bigint',
  name: 'text',
  description: 'text',
  creator_id: 'bigint',
  deactivated: 'boolean',
  permissions: 'jsonb',
  created_at: 'timestamptz',
}

const creatorOf = (job: ImportJob, { creator }: SourceGroup) =>
  (creator === undefined ? undefined : job.users.get(creator)?.id) ?? null

async function writeMembers(job: ImportJob, groups: readonly SourceGroup[]): Promise<void> {
  const members: object[] = []
  const subgroups: object[] = []
  for (const group of groups) {
    const group_id = job.groups.get(group.id)
    for (const id of new Set(group.members)) {
      const user = job.users.get(id)
      if (user === undefined || user.isSystemBot) job.report.skip('members', 'not in the list of people')
      else members.push({ group_id, user_id: user.id })
    }
    for (const id of new Set(group.subgroups)) {
      const subgroup_id = groupIdOf(job, id)
      if (subgroup_id === undefined) job.report.skip('members', 'group is not in the archive')
      else subgroups.push({ group_id, subgroup_id })
    }
  }
  if (job.isDryRun) return
  await addRows(job.db, 'user_group_member', { group_id: 'bigint', user_id: 'bigint' }, members)
  await addRows(job.db, 'user_group_subgroup', { group_id: 'bigint', subgroup_id: 'bigint' }, subgroups)
}

function putGroup(
  job: ImportJob,
  group: SourceGroup,
  { name, description }: { name: string; description: string },
): void {
  job.directory.putGroup({
    id: job.groups.get(group.id)!,
    name,
    description,
    isSystem: false,
    creatorId: creatorOf(job, group),
    deactivated: group.isDeactivated ?? false,
    permissions: {},
    createdAt: dateOrNow(job, group.createdAt).getTime(),
    members: new Set(group.members.flatMap((id) => job.users.get(id)?.id ?? [])),
    subgroups: new Set(group.subgroups.flatMap((id) => groupIdOf(job, id) ?? [])),
  })
}

import type { GroupSettingValue, PermissionRow, SystemGroup } from '@loquat/contract'
import { systemGroups, WireError } from '@loquat/contract'
import { checkedValue } from '../../../directory/group-values.ts'
import type { SourceGroupValue, SourceId } from '../model.ts'
import type { ImportJob } from './job.ts'

const isSystemGroup = (id: string): id is SystemGroup => (systemGroups as readonly string[]).includes(id)

/** The new ID of a group of the archive, or of a system group by its name. */
export function groupIdOf(job: ImportJob, id: SourceId | SystemGroup): number | undefined {
  return isSystemGroup(id) ? job.directory.systemGroup(id).id : job.groups.get(id)
}

function mappedValue(job: ImportJob, value: SourceGroupValue): GroupSettingValue | undefined {
  if ('system' in value) return job.directory.systemGroup(value.system).id
  if ('group' in value) return groupIdOf(job, value.group)
  const subgroups = value.groups.map((id) => groupIdOf(job, id))
  if (subgroups.includes(undefined)) return undefined
  const members = value.members.flatMap((id) => {
    const user = job.users.get(id)
    return user?.isActive && !user.isSystemBot ? user.id : []
  })
  return { direct_members: members, direct_subgroups: subgroups as number[] }
}

/** The values of permissions; those that cannot be mapped are left out and counted. */
export function permissionValues<K extends string>(
  job: ImportJob,
  rows: Readonly<Record<K, PermissionRow>>,
  values: Partial<Record<K, SourceGroupValue>> = {},
): Partial<Record<K, GroupSettingValue>> {
  const mapped: Partial<Record<K, GroupSettingValue>> = {}
  for (const name of Object.keys(rows) as K[]) {
    const wanted = values[name]
    if (wanted === undefined) continue
    const value = mappedValue(job, wanted)
    try {
      if (value !== undefined) {
        mapped[name] = checkedValue(job.directory, name, rows[name], value)
        continue
      }
    } catch (error) {
      if (!(error instanceof WireError)) throw error
    }
    job.report.skip('permissions', 'group is not in the archive')
  }
  return mapped
}

/** The same with initial values for the rest, as stored for channels and groups. */
export function completePermissions<K extends string>(
  job: ImportJob,
  rows: Readonly<Record<K, PermissionRow>>,
  values: Partial<Record<K, SourceGroupValue>> | undefined,
  creatorId: number | null,
): Record<K, GroupSettingValue> {
  const given = permissionValues(job, rows, values)
  const { directory } = job
  return Object.fromEntries(
    (Object.keys(rows) as K[]).map((name) => {
      const { default: initial } = rows[name]
      if (given[name] !== undefined) return [name, given[name]]
      if (initial !== 'creator') return [name, directory.systemGroup(initial).id]
      if (creatorId === null) return [name, directory.systemGroup('role:nobody').id]
      return [name, { direct_members: [creatorId], direct_subgroups: [] }]
    }),
  ) as Record<K, GroupSettingValue>
}

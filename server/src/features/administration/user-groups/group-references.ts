import type { GroupObjection, GroupSettingValue } from '@loquat/contract'
import type { Directory, Group } from '../../../directory/directory.ts'

/** References that prevent deactivating the group. Archived and deactivated objects do not count. */
export function objectionsTo(directory: Directory, { id }: Group): GroupObjection[] {
  const groups = [...directory.groups.values()].filter((one) => !one.deactivated).sort(byId)
  const channels = [...directory.channels.values()].filter((one) => !one.isArchived).sort(byId)
  const supergroup_ids = groups.filter((one) => one.subgroups.has(id)).map((one) => one.id)
  const all: GroupObjection[] = [
    ...channels.map((one) => ({
      type: 'channel' as const,
      channel_id: one.id,
      settings: settingsNaming(id, one.permissions),
    })),
    ...groups.map((one) => ({
      type: 'user_group' as const,
      group_id: one.id,
      settings: settingsNaming(id, one.permissions),
    })),
    { type: 'realm', settings: settingsNaming(id, directory.realm.permissions) },
  ]
  const objections = all.filter((one) => 'settings' in one && one.settings.length > 0)
  return supergroup_ids.length > 0 ? [{ type: 'subgroup', supergroup_ids }, ...objections] : objections
}

const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

/** Sorted by name, because the database does not keep an order. */
function settingsNaming(groupId: number, permissions: Partial<Record<string, GroupSettingValue>>): string[] {
  const names = Object.entries(permissions).filter(([, value]) => {
    if (value === undefined || typeof value === 'number') return value === groupId
    return value.direct_subgroups.includes(groupId)
  })
  return names.map(([name]) => name).sort()
}

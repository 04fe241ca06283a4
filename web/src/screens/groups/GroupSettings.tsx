import type { GroupPermission, PermissionRow, UserGroupObject } from '@loquat/contract'
import { groupPermissions } from '@loquat/contract/light'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { type GroupTab, groupTabs } from '../../navigation/narrow.ts'
import { leaveDialog } from '../../navigation/router.ts'
import { changeGroupPermission } from '../../people/manage-groups.ts'
import { groupLabel, useGroup } from '../../people/user-groups.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { useText } from '../../texts/texts.tsx'
import { HolderSetting } from '../forms/HolderSetting.tsx'
import { ReadOnlyNote, SettingGroup } from '../forms/Setting.tsx'
import { TabbedDialog } from '../forms/TabbedDialog.tsx'
import { GeneralTab } from './GeneralTab.tsx'
import { MembersTab } from './MembersTab.tsx'

/** Settings of one group. */
export function GroupSettings({ groupId, tab }: { groupId: number; tab: GroupTab }) {
  const text = useText()
  const group = useGroup(groupId)
  if (group === undefined) {
    return (
      <Dialog title={text('groups.title')} size="medium" onClose={leaveDialog}>
        <EmptyState text={text('groups.unknown')} />
      </Dialog>
    )
  }
  return (
    <TabbedDialog
      title={groupLabel(group, text)}
      current={tab}
      tabs={groupTabs.map((id) => ({
        id,
        label: text(`groups.settings.${id}`),
        view: { kind: 'group-settings', groupId, tab: id },
      }))}
    >
      {tab === 'general' && <GeneralTab group={group} />}
      {tab === 'members' && <MembersTab group={group} />}
      {tab === 'permissions' && <PermissionsTab group={group} />}
    </TabbedDialog>
  )
}

function PermissionsTab({ group }: { group: UserGroupObject }) {
  const text = useText()
  const isManager = useIsAllowed({ kind: 'manage-group', groupId: group.id })
  return (
    <SettingGroup>
      {!isManager && (
        <ReadOnlyNote>{text(group.is_system_group ? 'groups.ofSystem' : 'groups.managersOnly')}</ReadOnlyNote>
      )}
      {(Object.keys(groupPermissions) as GroupPermission[]).map((name) => (
        <HolderSetting
          key={name}
          label={text(`groups.${name}`)}
          effect={text(`groups.${name}.effect`)}
          value={group[name]}
          rule={groupPermissions[name] as PermissionRow}
          denied={isManager ? undefined : ' '}
          save={(value, old) => changeGroupPermission(group.id, name, value, old)}
        />
      ))}
    </SettingGroup>
  )
}

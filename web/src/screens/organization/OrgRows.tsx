import type { OrganizationSection } from '../../navigation/narrow.ts'
import { useText } from '../../texts/texts.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { OrgSetting } from './OrgSetting.tsx'
import { orgGroupsOf, orgRowsOf } from './organization-table.ts'

/** The settings of a section under their headings. */
export function OrgRows({ section, groups }: { section: OrganizationSection; groups?: readonly string[] }) {
  const text = useText()
  return (groups ?? orgGroupsOf(section)).map((group) => (
    <SettingGroup key={group} title={text(`organization.group.${group}`)}>
      {orgRowsOf(section)
        .filter((row) => row.group === group)
        .map((row) => (
          <OrgSetting key={row.id} row={row} />
        ))}
    </SettingGroup>
  ))
}

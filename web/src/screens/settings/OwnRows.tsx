import type { SettingsSection } from '../../navigation/narrow.ts'
import { useOrg } from '../../session/session.ts'
import { changeLanguage, changeSetting } from '../../settings/settings-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { SettingControl } from './SettingControl.tsx'
import { groupsOf, rowsOf, type SettingRow } from './settings-table.ts'

/** One of the reader's own settings. */
export function OwnSetting({ row }: { row: SettingRow }) {
  const value = useOrg((org) => org.user_settings?.[row.id])
  const denied = useDenied(row)
  const save = (next: unknown) =>
    row.kind === 'language' ? changeLanguage(String(next)) : changeSetting(row.id, next)
  return <SettingControl row={row} value={value} denied={denied} save={save} />
}

/** Some settings have no effect if the organization disabled the feature. */
function useDenied({ id }: SettingRow): string | undefined {
  const text = useText()
  return useOrg((org) => {
    if (id === 'send_read_receipts' && org.realm_enable_read_receipts === false)
      return text('settings.offInOrg')
    if (id === 'presence_enabled' && org.realm_presence_disabled === true) return text('settings.offInOrg')
    if (
      id === 'message_content_in_email_notifications' &&
      org.realm_message_content_allowed_in_email_notifications === false
    )
      return text('settings.offInOrg')
    return undefined
  })
}

/** The settings of a section under their headings. */
export function OwnRows({ section, groups }: { section: SettingsSection; groups?: readonly string[] }) {
  const text = useText()
  return (groups ?? groupsOf(section)).map((group) => (
    <SettingGroup key={group} title={text(`settings.group.${group}`)}>
      {rowsOf(section)
        .filter((row) => row.group === group)
        .map((row) => (
          <OwnSetting key={row.id} row={row} />
        ))}
    </SettingGroup>
  ))
}

import type { InitialState } from '@loquat/contract'
import { useOrg } from '../../session/session.ts'
import { changeDefault } from '../../settings/organization-actions.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { SettingControl } from '../settings/SettingControl.tsx'
import { type SettingRow, settingsTable } from '../settings/settings-table.ts'
import { useOrgDenied } from './use-org-denied.ts'

type Defaults = NonNullable<InitialState['realm_user_settings_defaults']>

/** Settings without organization-wide defaults. */
const personal = new Set(['default_language', 'enable_login_emails', 'allow_private_data_export'])

/** Default settings of new users. */
export function DefaultsSection() {
  const text = useText()
  const rows = settingsTable.filter((row) => !personal.has(row.id))
  const groups = [...new Set(rows.map((row) => row.group))]
  return (
    <>
      <p className={lists.nothing}>{text('organization.defaults.effect')}</p>
      {groups.map((group) => (
        <SettingGroup key={group} title={text(`settings.group.${group}`)}>
          {rows
            .filter((row) => row.group === group)
            .map((row) => (
              <DefaultSetting key={row.id} row={row} />
            ))}
        </SettingGroup>
      ))}
    </>
  )
}

function DefaultSetting({ row }: { row: SettingRow }) {
  const value = useOrg((org) => org.realm_user_settings_defaults?.[row.id as keyof Defaults])
  const denied = useOrgDenied(false)
  return (
    <SettingControl row={row} value={value} denied={denied} save={(next) => changeDefault(row.id, next)} />
  )
}

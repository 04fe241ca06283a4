import { useText } from '../../texts/texts.tsx'
import forms from '../forms/Lists.module.css'
import { ReplacingLink } from '../forms/Sections.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { OwnSetting } from './OwnRows.tsx'
import type { SettingRow, settingsExtras } from './settings-table.ts'

interface Props {
  rows: readonly SettingRow[]
  extras: typeof settingsExtras
}

/** Search results: settings with their control, and links to other pages. */
export function SettingsSearchResults({ rows, extras }: Props) {
  const text = useText()
  const sections = [...new Set([...rows, ...extras].map(({ section }) => section))]
  if (sections.length === 0) return <p className={forms.nothing}>{text('settings.nothingFound')}</p>
  return sections.map((section) => (
    <SettingGroup key={section} title={text(`settings.section.${section}`)}>
      {rows
        .filter((row) => row.section === section)
        .map((row) => (
          <OwnSetting key={row.id} row={row} />
        ))}
      {extras
        .filter((extra) => extra.section === section)
        .map((extra) => (
          <p key={extra.id} className={forms.goTo}>
            <ReplacingLink view={{ kind: 'settings', section }} current={false} className={forms.plainLink}>
              {text(`settings.${extra.id}`)}
            </ReplacingLink>
          </p>
        ))}
    </SettingGroup>
  ))
}

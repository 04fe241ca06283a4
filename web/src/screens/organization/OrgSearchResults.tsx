import type { OrganizationSection } from '../../navigation/narrow.ts'
import { useText } from '../../texts/texts.tsx'
import forms from '../forms/Lists.module.css'
import { ReplacingLink } from '../forms/Sections.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { OrgSetting } from './OrgSetting.tsx'
import type { OrgRow } from './organization-table.ts'

interface Props {
  rows: readonly OrgRow[]
  pages: readonly OrganizationSection[]
}

/** Search results: links to pages, then settings with their control. */
export function OrgSearchResults({ rows, pages }: Props) {
  const text = useText()
  const sections = [...new Set(rows.map(({ section }) => section))]
  return (
    <>
      {pages.map((section) => (
        <p key={section} className={forms.goTo}>
          <ReplacingLink view={{ kind: 'organization', section }} current={false} className={forms.plainLink}>
            {text(`organization.section.${section}`)}
          </ReplacingLink>
        </p>
      ))}
      {sections.map((section) => (
        <SettingGroup key={section} title={text(`organization.section.${section}`)}>
          {rows
            .filter((row) => row.section === section)
            .map((row) => (
              <OrgSetting key={row.id} row={row} />
            ))}
        </SettingGroup>
      ))}
    </>
  )
}

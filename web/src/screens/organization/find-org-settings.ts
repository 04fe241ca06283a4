import { organizationSections } from '../../navigation/narrow.ts'
import type { Text } from '../../texts/texts.tsx'
import { textMatcher } from '../forms/match-texts.ts'
import { organizationTable } from './organization-table.ts'

/** Settings of the organization whose labels and descriptions match a search, and pages by name. */
export function findOrgSettings(query: string, text: Text) {
  const fits = textMatcher(query)
  return {
    rows: organizationTable.filter(({ id, choices = [] }) =>
      fits(
        text(`organization.${id}`),
        text(`organization.${id}.effect`),
        ...choices.map((choice) => text(`organization.${id}.${choice}`)),
      ),
    ),
    pages: organizationSections.filter((id) => fits(text(`organization.section.${id}`))),
  }
}

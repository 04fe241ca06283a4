import type { Text } from '../../texts/texts.tsx'
import { textMatcher } from '../forms/match-texts.ts'
import { settingsExtras, settingsTable } from './settings-table.ts'

/** Settings whose labels and descriptions match a search. */
export function findSettings(query: string, text: Text) {
  const fits = textMatcher(query)
  return {
    rows: settingsTable.filter(({ id, choices = [] }) =>
      fits(
        text(`settings.${id}`),
        text(`settings.${id}.effect`),
        ...choices.map((choice) => text(`settings.${id}.${choice}`)),
      ),
    ),
    extras: settingsExtras.filter(({ id }) => fits(text(`settings.${id}`))),
  }
}

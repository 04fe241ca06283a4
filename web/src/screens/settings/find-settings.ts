import { foldText } from '../../lib/fold-text.ts'
import type { Text } from '../../texts/texts.tsx'
import { settingsExtras, settingsTable } from './settings-table.ts'

/** Settings whose labels and descriptions match a search. */
export function findSettings(query: string, text: Text) {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const fits = (...texts: string[]) => {
    const all = foldText(texts.join(' '))
    return words.every((word) => all.includes(word))
  }
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

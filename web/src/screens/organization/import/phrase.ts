import type { Text } from '../../../texts/texts.tsx'

/** A fixed phrase of a report in the language of the reader. Others, such as names of kinds that only one product has, are English. */
export function phraseOf(text: Text, kind: 'what' | 'why' | 'stage', phrase: string): string {
  const id = `import.${kind}.${phrase.replaceAll(/[ _]/g, '-')}`
  const found = text(id)
  return found === id ? phrase : found
}

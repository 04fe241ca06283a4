import { foldText } from '../../lib/fold-text.ts'

/** Matches texts that contain all words of a search. */
export function textMatcher(query: string): (...texts: readonly string[]) => boolean {
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return (...texts) => {
    const all = foldText(texts.join(' '))
    return words.every((word) => all.includes(word))
  }
}

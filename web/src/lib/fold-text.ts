/** Case and accents away: how words are compared while somebody types. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

export interface FoldedName {
  text: string
  words: readonly string[]
  initials: string
}

const separators = /[\s\-_/:.,>()[\]{}'"&+|]+/u

/** Names come again with every key that is pressed; folding them is most of the work. */
const known = new Map<string, FoldedName>()
const mostKnown = 50_000

export function foldedName(name: string): FoldedName {
  const found = known.get(name)
  if (found !== undefined) return found
  const text = folded(name).trim()
  const words = text.split(separators).filter((word) => word !== '')
  const result = { text, words, initials: words.map((word) => [...word][0] ?? '').join('') }
  if (known.size >= mostKnown) known.clear()
  known.set(name, result)
  return result
}

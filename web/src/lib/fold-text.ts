/** Removes case and accents, for comparing text while typing. */
export const foldText = (text: string): string =>
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

/** The same names are folded on every keystroke, and folding is most of the work. */
const cachedNames = new Map<string, FoldedName>()
const maxCachedNames = 50_000

export function foldName(name: string): FoldedName {
  const found = cachedNames.get(name)
  if (found !== undefined) return found
  const text = foldText(name).trim()
  const words = text.split(separators).filter((word) => word !== '')
  const result = { text, words, initials: words.map((word) => [...word][0] ?? '').join('') }
  if (cachedNames.size >= maxCachedNames) cachedNames.clear()
  cachedNames.set(name, result)
  return result
}

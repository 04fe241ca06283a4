/** Words of an organization that are remembered, to find similar ones: letters and digits, with a letter. */
export const wordLength = { min: 3, max: 30 }

/** Letters that have no decomposition into a base letter and accents. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  þ: 'th',
  ς: 'σ',
  ё: 'е',
}
const special = /[ßæœøđðłħıþςё]/g

/** A word in lower case without accents, so that `Überblick` and `uberblick` are the same. */
export const foldWord = (word: string): string =>
  word
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')

/** Three characters each. The ends of the word count as characters. */
function trigramsOf(text: string): string[] {
  const characters = [...text]
  return characters.slice(2).map((_, n) => characters.slice(n, n + 3).join(''))
}

/** The word without each of its characters. Words with one typo have one of them, or the word itself, in common. */
function deletionsOf(word: string): string[] {
  const characters = [...word]
  return [word, ...characters.map((_, n) => characters.toSpliced(n, 1).join(''))].map((one) => `-${one}`)
}

/** FNV-1a. Different parts may have the same hash, so words that are found are compared as a whole. */
function hashOf(realmId: number, part: string): number {
  let hash = 0x811c9dc5
  for (const text of [String(realmId), ' ', part]) {
    for (let n = 0; n < text.length; n++) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  }
  return hash | 0
}

const hashed = (realmId: number, parts: readonly string[]) => [
  ...new Set(parts.map((part) => hashOf(realmId, part))),
]

/** Shorter words have too many others within one typo. */
export const minTypoLength = 4
/** From this length on, two typos may be in one half of a word. */
const minHalvesLength = 9

/** Hashes of the parts of a folded word by which it is found. They contain the organization, because one index serves all. */
export const keysOf = (realmId: number, folded: string): number[] =>
  hashed(realmId, [...trigramsOf(`^${folded}$`), ...deletionsOf(folded)])

export interface SimilarKeys {
  /** Words with one of these may have one typo. */
  typo: number[]
  /** Words with all of these may contain the word. */
  inside: number[]
  /** Words with all of these may have the same first half, or the same second half. */
  firstHalf: number[]
  secondHalf: number[]
  /** The word itself and shorter words that it may be a form of. */
  beginnings: string[]
}

/** How many characters a form of a word may add at its end. */
const maxEnding = 3

/** The keys of words that may be similar to a folded word. */
export function similarKeysOf(realmId: number, folded: string): SimilarKeys {
  const characters = [...folded]
  const { length } = characters
  const middle = Math.ceil(length / 2)
  const half = (text: string) => (length < minHalvesLength ? [] : hashed(realmId, trigramsOf(text)))
  const isLong = length >= minTypoLength
  return {
    typo: isLong ? hashed(realmId, deletionsOf(folded)) : [],
    inside: isLong ? hashed(realmId, trigramsOf(folded)) : [],
    firstHalf: half(`^${characters.slice(0, middle).join('')}`),
    secondHalf: half(`${characters.slice(middle).join('')}$`),
    beginnings: characters
      .map((_, n) => characters.slice(0, n + 1).join(''))
      .slice(Math.max(isLong ? minTypoLength : length, length - maxEnding) - 1),
  }
}

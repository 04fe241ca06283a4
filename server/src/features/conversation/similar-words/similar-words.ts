import type { Db } from '../../../db/database.ts'
import { editDistance } from './edit-distance.ts'
import { foldWord, similarKeysOf, wordLength } from './word-keys.ts'
import { type RememberedWord, wordsWithKeys } from './word-store.ts'

/** Words to compare in each of three ways. */
const maxCompared = 500
/** Similar words per word of a search, the most similar ones. */
const maxSimilar = 40

/** Words of the organization that are similar to a written one, most similar first. */
export async function similarWords(db: Db, realmId: number, written: string): Promise<string[]> {
  const folded = foldWord(written)
  const { length } = [...folded]
  if (length < wordLength.min || length > wordLength.max) return []
  const compared = await wordsWithKeys(db, realmId, similarKeysOf(realmId, folded), maxCompared)
  return compared
    .map((other) => ({ word: other.word, rank: rankOf(folded, other) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => a.rank! - b.rank! || a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
    .slice(0, maxSimilar)
    .map(({ word }) => word)
}

const maxTypos = (length: number) => (length >= 9 ? 2 : length >= 4 ? 1 : 0)

/** Lower is more similar; undefined if the words are not similar. */
function rankOf(folded: string, { folded: other }: RememberedWord): number | undefined {
  if (other === folded) return 0
  const max = maxTypos([...folded].length)
  const distance = editDistance(folded, other, max)
  if (distance <= max) return distance
  if (other.includes(folded)) return 3
  return folded.startsWith(other) ? 4 : undefined
}

import { caseless } from '../../../directory/directory.ts'

const before = new Set(' \n("\'.,;[*`>')
const after = new Set(' \n)"?:.,\';]!*`')

/** Who wants to be alerted to which folded word. */
export type AlertWords = ReadonlyMap<string, ReadonlySet<number>>

/**
 * People one of whose words stands in the text by itself, outside code blocks. Every place where a word may begin is
 * looked up for every length there is, so the time depends on the text and not on how many words people have.
 */
export function alertedBy(content: string, words: AlertWords): Set<number> {
  const alerted = new Set<number>()
  if (words.size === 0) return alerted
  const lengths = lengthsOf(words)
  for (const text of outsideFences(content)) {
    const folded = caseless(text)
    for (let start = 0; start < folded.length; start++) {
      if (start > 0 && !before.has(folded[start - 1]!)) continue
      for (const length of lengths) {
        const end = start + length
        if (end > folded.length) break
        if (end < folded.length && !after.has(folded[end]!)) continue
        for (const userId of words.get(folded.slice(start, end)) ?? []) alerted.add(userId)
      }
    }
  }
  return alerted
}

const knownLengths = new WeakMap<AlertWords, number[]>()

function lengthsOf(words: AlertWords): number[] {
  let lengths = knownLengths.get(words)
  if (lengths === undefined) {
    lengths = [...new Set([...words.keys()].map((word) => word.length))].sort((a, b) => a - b)
    knownLengths.set(words, lengths)
  }
  return lengths
}

/** The stretches of text between fenced code blocks; an open block runs to the end. */
function outsideFences(content: string): string[] {
  if (!content.includes('```') && !content.includes('~~~')) return [content]
  const stretches: string[][] = [[]]
  let fence: string | undefined
  for (const line of content.split('\n')) {
    const marker = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
    if (fence !== undefined) {
      if (line.trimEnd() === fence) {
        fence = undefined
        stretches.push([])
      }
    } else if (marker !== undefined && !isQuote(line.slice(marker.length))) fence = marker
    else stretches.at(-1)!.push(line)
  }
  return stretches.map((lines) => lines.join('\n'))
}

/** Quotes and spoilers are fenced like code, but hold text. */
const isQuote = (language: string) => /^\s*(quote|quoted|spoiler)\b/i.test(language)

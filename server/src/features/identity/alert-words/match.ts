import type { AlertWords } from '../../../directory/alert-words.ts'
import { caseless } from '../../../directory/directory.ts'

const wordStartDelimiters = new Set(' \n("\'.,;[*`>')
const wordEndDelimiters = new Set(' \n)"?:.,\';]!*`')

/**
 * Finds users whose alert words appear as whole words in the text, outside code blocks. Looks up every
 * possible word start at every known word length, so the cost depends on the text and not on the number of
 * alert words.
 */
export function findAlertedUsers(content: string, words: AlertWords): Set<number> {
  const alerted = new Set<number>()
  if (words.size === 0) return alerted
  const { lengths } = words
  for (const text of outsideFences(content)) {
    const folded = caseless(text)
    for (let start = 0; start < folded.length; start++) {
      if (start > 0 && !wordStartDelimiters.has(folded[start - 1]!)) continue
      for (const length of lengths) {
        const end = start + length
        if (end > folded.length) break
        if (end < folded.length && !wordEndDelimiters.has(folded[end]!)) continue
        for (const userId of words.get(folded.slice(start, end)) ?? []) alerted.add(userId)
      }
    }
  }
  return alerted
}

/** The parts of the text outside fenced code blocks; an unclosed block runs to the end. */
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

/** Quotes and spoilers use fences too, but contain text. */
const isQuote = (language: string) => /^\s*(quote|quoted|spoiler)\b/i.test(language)

import { foldText } from '../lib/fold-text.ts'

export interface SearchablePage {
  id: string
  title: string
  /** Plain text. */
  text: string
}

export interface HelpResult {
  id: string
  title: string
  /** The text around the first match. */
  excerpt: string
}

const maxResults = 12
const excerptBefore = 30
const excerptLength = 140

/** Umlauts match with and without their dots, and as they are typed on other keyboards: `fur` and `fuer` find `für`. */
const german: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
const spelledOut = (text: string) => text.toLowerCase().replace(/[äöüß]/g, (letter) => german[letter] ?? '')
const wordsOf = (text: string): string[] => [
  ...new Set(
    [foldText(text).replaceAll('ß', 'ss'), foldText(spelledOut(text))].flatMap((one) =>
      one
        .split(/[^\p{L}\p{N}@#:/]+/u)
        // `dnd` finds `/dnd`.
        .flatMap((word) => [word, word.replace(/^[@#:/]+/, '')])
        .filter((word) => word !== ''),
    ),
  ),
]

/** Shorter words are only found at the beginning of others. */
const minInnerLength = 4

/** How well a word of the query matches; 0 if it does not. German compounds are also matched inside. */
function wordScore(wanted: string, words: readonly string[]): number {
  if (words.includes(wanted)) return 3
  if (words.some((word) => word.startsWith(wanted))) return 2
  return wanted.length >= minInnerLength && words.some((word) => word.includes(wanted)) ? 1 : 0
}

const titleWeight = 10

/**
 * Creates a search over titles and text. Pages with the words in the title come first. Every word must match; if no page
 * has all of them, those with most of them are found.
 */
export function createHelpSearch(pages: readonly SearchablePage[]): (query: string) => HelpResult[] {
  const index = pages.map((page) => ({ page, title: wordsOf(page.title), text: wordsOf(page.text) }))
  return (query) => {
    const wanted = foldText(query)
      .replaceAll('ß', 'ss')
      .split(/\s+/)
      .filter((word) => word !== '')
    if (wanted.length === 0) return []
    const scored = index.map(({ page, title, text }) => {
      const scores = wanted.map((word) => wordScore(word, title) * titleWeight + wordScore(word, text))
      const found = scores.filter((score) => score > 0)
      return { page, matched: found.length, score: found.reduce((sum, one) => sum + one, 0) }
    })
    const most = Math.max(...scored.map(({ matched }) => matched))
    return scored
      .filter(({ matched }) => matched > 0 && matched === most)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxResults)
      .map(({ page: { id, title, text } }) => ({ id, title, excerpt: excerptOf(text, wanted) }))
  }
}

function excerptOf(text: string, wanted: readonly string[]): string {
  const folded = foldText(text)
  const at = Math.max(0, Math.min(...wanted.map((word) => folded.indexOf(word)).filter((n) => n >= 0)))
  // Positions differ a little where folding changes lengths, which does not matter for an excerpt.
  const start = Number.isFinite(at) && at > excerptBefore ? text.indexOf(' ', at - excerptBefore) + 1 : 0
  const end = start + excerptLength
  const shown = end < text.length ? `${text.slice(start, text.lastIndexOf(' ', end))}…` : text.slice(start)
  return `${start > 0 ? '…' : ''}${shown}`
}

import type { App } from '../../../app.ts'
import { highlightHtml, highlightTopic, patternOf } from './highlight.ts'
import { analyze, matchingTokens } from './search-analysis.ts'
import type { SearchQuery } from './search-query.ts'
import { textOfHtml, wordsIn } from './search-text.ts'

/** A message in which matches are highlighted. */
export interface SearchableMessage {
  topic: string
  rendered_content: string
}

/** Content and topic of a message with search matches highlighted. */
export interface HighlightedMessage {
  match_content: string
  match_subject: string
}

/** Highlights the words of a search, as spelled in each message, and its runs; nothing without a search. */
export async function highlightMatches(
  app: App,
  parsed: SearchQuery | undefined,
  messages: readonly SearchableMessage[],
): Promise<HighlightedMessage[]> {
  const query = parsed && (await analyze(app, parsed))
  const likely = query && likelyWords(`${query.words} ${query.last}`)
  const written = messages.map((message) => (likely === undefined ? [] : wordsLike(likely, message)))
  const found = query?.lexemes === undefined ? [] : await matchingTokens(app, query.lexemes, written)
  // Most messages are found by the same words.
  const patterns = new Map<string, RegExp | undefined>()
  return messages.map(({ topic, rendered_content }, n) => {
    const words = found[n] ?? []
    const key = words.join(' ')
    if (!patterns.has(key)) patterns.set(key, patternOf({ words, runs: query?.runs ?? [] }))
    const pattern = patterns.get(key)
    return {
      match_content: highlightHtml(rendered_content, pattern),
      match_subject: highlightTopic(topic, pattern),
    }
  })
}

const wordsLike = (likely: RegExp, { topic, rendered_content }: SearchableMessage) =>
  wordsIn(`${topic}\n${textOfHtml(rendered_content)}`)
    .split(/\s+/)
    .filter((word) => likely.test(word))

/** A pattern for words with the same first letter as a stem; most words need no closer look. */
function likelyWords(text: string): RegExp | undefined {
  const initials = new Set(
    [...text.matchAll(/(?<![\p{L}\p{M}\p{N}])[\p{L}\p{N}]/gu)].map(([initial]) => initial),
  )
  if (initials.size === 0) return undefined
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])[${[...initials].join('')}]`, 'iu')
}

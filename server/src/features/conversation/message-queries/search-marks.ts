import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { occurrencesIn } from './compound-words.ts'
import { highlightHtml, highlightTopic, type Matcher, matcherOf } from './highlight.ts'
import { beginningsOf, likelyWords } from './likely-words.ts'
import { analyze, matchingTokens } from './search-analysis.ts'
import { compoundsOf, type SearchQuery } from './search-query.ts'
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
  db: Db,
  parsed: SearchQuery | undefined,
  messages: readonly SearchableMessage[],
): Promise<HighlightedMessage[]> {
  const query = parsed && (await analyze(app, db, parsed))
  const compounds = query === undefined ? [] : compoundsOf(query)
  const beginnings = query?.lexemes && [
    ...new Set([...beginningsOf(query.lexemes), ...compounds.map(({ text }) => text.toLowerCase())]),
  ]
  const written = messages.map(({ topic, rendered_content }) =>
    beginnings === undefined || beginnings.length === 0
      ? []
      : likelyWords(wordsIn(`${topic}\n${textOfHtml(rendered_content)}`), beginnings),
  )
  const found = query?.lexemes === undefined ? [] : await matchingTokens(app, db, query.lexemes, written)
  // Most messages are found by the same words.
  const matchers = new Map<string, Matcher | undefined>()
  return messages.map(({ topic, rendered_content }, n) => {
    const whole = (written[n] ?? []).flatMap((word) => occurrencesIn(word, compounds))
    const words = [...new Set([...(found[n] ?? []), ...whole])]
    const key = words.join(' ')
    if (!matchers.has(key)) matchers.set(key, matcherOf({ words, runs: query?.runs ?? [] }))
    const matcher = matchers.get(key)
    return {
      match_content: highlightHtml(rendered_content, matcher),
      match_subject: highlightTopic(topic, matcher),
    }
  })
}

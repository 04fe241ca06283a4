import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import { fileMark } from '../file-texts/file-text-sql.ts'
import { partsOfWritten } from './compound-words.ts'
import type { StepMemory } from './fetch-store.ts'
import type { QueryLexemes, SearchQuery } from './search-query.ts'
import { lexemesSql, wordLexemesSql } from './search-sql.ts'

/** A part of a written word, such as the host of an address, with the lexemes by which it is found. */
interface Token {
  token: string
  lexemes: readonly string[]
}

/** Analyses by PostgreSQL's parser and stemmer. They depend on nothing but the text, so they never become outdated. */
class Analyses {
  readonly queries = new BoundedCache<string, SearchQuery>(1_000)
  readonly words = new BoundedCache<string, readonly Token[]>(20_000)
  /** The step of its plan at which a search found enough, by organization and query. */
  readonly steps = new BoundedCache<string, number>(1_000)
}

const analysesSlot = new Slot<App, Analyses>()
const analysesOf = (app: App) => app.slots.get(analysesSlot) ?? app.slots.set(analysesSlot, new Analyses())

/** Adds the analysis of its words to a search, so that statements need not repeat it for each message. */
export async function analyze(app: App, db: Db, query: SearchQuery): Promise<SearchQuery> {
  if (query.lexemes !== undefined) return query
  const { queries } = analysesOf(app)
  const key = JSON.stringify(query)
  const known = queries.get(key)
  if (known !== undefined) return known
  const { rows } = await prepared(lexemesSql(query)).execute(db)
  const { indexed = '', shown = '', wholes = [] } = rows[0] ?? {}
  const asFound = (text: string) => (query.inFiles ? alsoInFiles(text) : text)
  const analyzed = {
    ...query,
    indexed: asFound(indexed),
    lexemes: lexemesIn(shown),
    wholes: wholes.map(asFound),
  }
  queries.set(key, analyzed)
  return analyzed
}

/**
 * Remembers the step at which a search found enough. Its next page, or the same search of another user, starts there: words are about as
 * frequent then.
 */
export function searchSteps(app: App, realmId: number, { indexed = '' }: SearchQuery, use = ''): StepMemory {
  const { steps } = analysesOf(app)
  const key = `${realmId} ${use} ${indexed}`
  return { first: steps.get(key) ?? 0, remember: (step) => steps.set(key, step) }
}

/** The text of a `tsquery` in which each lexeme may also be that of a file. */
const alsoInFiles = (text: string) =>
  text.replace(
    quotedLexeme,
    (own, lexeme: string, prefix = '') => `( ${own} | '${fileMark}${lexeme}'${prefix} )`,
  )

const quotedLexeme = /'((?:[^']|'')*)'(:\*)?/g

/** The lexemes in the text of a `tsquery`, such as `'marmalad' & ( 'kettl' | 'kettle':* )`. */
function lexemesIn(text: string): QueryLexemes {
  const whole = new Set<string>()
  const prefixes: string[] = []
  for (const [, quoted = '', prefix] of text.matchAll(quotedLexeme)) {
    const lexeme = quoted.replaceAll("''", "'").replaceAll('\\\\', '\\')
    if (prefix === undefined) whole.add(lexeme)
    else prefixes.push(lexeme)
  }
  return { whole, prefixes }
}

/** Longer words are analyzed each time. */
const maxCachedWordLength = 100

/** For each list of written words, the tokens that a search finds them by. */
export async function matchingTokens(
  app: App,
  db: Db,
  { whole, prefixes }: QueryLexemes,
  texts: readonly (readonly string[])[],
): Promise<string[][]> {
  const tokens = await tokensOf(app, db, new Set(texts.flat()))
  const isFound = (lexeme: string) =>
    whole.has(lexeme) || prefixes.some((prefix) => lexeme.startsWith(prefix))
  return texts.map((words) => {
    const found = words
      .flatMap((word) => tokens.get(word) ?? [])
      .filter(({ lexemes }) => lexemes.some(isFound))
    return [...new Set(found.map(({ token }) => token))]
  })
}

async function tokensOf(
  app: App,
  db: Db,
  words: ReadonlySet<string>,
): Promise<Map<string, readonly Token[]>> {
  const cache = analysesOf(app).words
  const found = new Map<string, readonly Token[]>()
  const unknown: string[] = []
  for (const word of words) {
    const known = cache.get(word)
    if (known === undefined) unknown.push(word)
    else found.set(word, known)
  }
  if (unknown.length === 0) return found
  const { rows } = await prepared(wordLexemesSql(unknown)).execute(db)
  const byWord = Map.groupBy(rows, ({ n }) => n)
  for (const [n, word] of unknown.entries()) {
    const parts = partsOfWritten(word).map((part) => ({ token: part, lexemes: [part.toLowerCase()] }))
    const tokens = [...(byWord.get(n + 1) ?? []), ...parts]
    found.set(word, tokens)
    if (word.length <= maxCachedWordLength) cache.set(word, tokens)
  }
  return found
}

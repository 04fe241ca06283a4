import { foldName } from './fold-text.ts'

/** How well a name matches a query, best first. */
export const matchClasses = { exact: 4, prefix: 3, words: 2, initials: 1, letters: 0 } as const
export type MatchClass = (typeof matchClasses)[keyof typeof matchClasses]

type Matcher = (name: string) => MatchClass | undefined

/** The best class of a name for a query. An empty query matches every name as a prefix. */
export const matchClass = (query: string, name: string): MatchClass | undefined => matcherFor(query)(name)

/** A matcher for many names, which prepares the query once. */
function matcherFor(query: string): Matcher {
  const { text: wanted, words: typed } = foldName(query)
  const starts = startingWords(typed)
  const letters = [...wanted.replace(/\s+/gu, '')]
  return (name) => {
    const { text, words, initials } = foldName(name)
    if (text.startsWith(wanted)) return text === wanted ? matchClasses.exact : matchClasses.prefix
    if (starts(words)) return matchClasses.words
    if (initials.startsWith(wanted)) return matchClasses.initials
    return isSubsequence(letters, text) ? matchClasses.letters : undefined
  }
}

/** For suggestions that open automatically: scattered letters do not match. */
export function suggestionClass(query: string, name: string): MatchClass | undefined {
  const found = matchClass(query, name)
  return found === matchClasses.letters ? undefined : found
}

/** Every typed word is the prefix of a different word. The longest choose first, because shorter prefixes match more words. */
function startingWords(typed: readonly string[]): (words: readonly string[]) => boolean {
  const [only, ...others] = typed
  if (only === undefined) return () => false
  if (others.length === 0) return (words) => words.some((word) => word.startsWith(only))
  const longestFirst = [...typed].sort((a, b) => b.length - a.length)
  return (words) => {
    if (words.length < longestFirst.length) return false
    const left = [...words]
    return longestFirst.every((start) => {
      const index = left.findIndex((word) => word.startsWith(start))
      if (index >= 0) left.splice(index, 1)
      return index >= 0
    })
  }
}

function isSubsequence(letters: readonly string[], text: string): boolean {
  let from = 0
  for (const letter of letters) {
    const at = text.indexOf(letter, from)
    if (at < 0) return false
    from = at + letter.length
  }
  return true
}

/** Frequency and recency of visits as one number that halves every week. */
export interface Visits {
  value: number
  /** In milliseconds. */
  at: number
}
const halfLifeMs = 7 * 24 * 3600 * 1000
const pointsPerVisit = 100
const maxFrecency = 400

const decayed = ({ value, at }: Visits, now: number) => value * 2 ** (-Math.max(0, now - at) / halfLifeMs)
export const withVisit = (visits: Visits | undefined, now: number): Visits => ({
  value: (visits === undefined ? 0 : decayed(visits, now)) + 1,
  at: now,
})
export const frecency = (visits: Visits | undefined, now: number): number =>
  visits === undefined ? 0 : Math.min(maxFrecency, pointsPerVisit * decayed(visits, now))

export interface Signals {
  frecency?: number
  hasMention?: boolean
  hasUnread?: boolean
  isFollowed?: boolean
  isPinned?: boolean
  isMuted?: boolean
  isArchived?: boolean
}

export const score = (found: MatchClass, signals: Signals): number =>
  found * 1000 +
  Math.min(maxFrecency, signals.frecency ?? 0) +
  (signals.hasMention ? 300 : 0) +
  (signals.hasUnread ? 100 : 0) +
  (signals.isFollowed ? 60 : 0) +
  (signals.isPinned ? 30 : 0) -
  (signals.isMuted || signals.isArchived ? 500 : 0)

export interface Candidate extends Signals {
  name: string
  /** Other names that match. */
  aliases?: readonly string[]
}

/** The best class over the name and its aliases. */
function bestClass(match: Matcher, { name, aliases }: Candidate): MatchClass | undefined {
  let best = match(name)
  if (aliases === undefined || best === matchClasses.exact) return best
  for (const alias of aliases) {
    const other = match(alias)
    if (other !== undefined && (best === undefined || other > best)) best = other
  }
  return best
}

export interface Match<C> {
  candidate: C
  points: number
}

/** Matches in input order. A match of a query is also a match of every prefix of it. */
export function matchesFor<C extends Candidate>(query: string, candidates: Iterable<C>): Match<C>[] {
  const isEmpty = query.trim() === ''
  const match = matcherFor(query)
  const found: Match<C>[] = []
  for (const candidate of candidates) {
    const best = isEmpty ? matchClasses.letters : bestClass(match, candidate)
    if (best !== undefined) found.push({ candidate, points: score(best, candidate) })
  }
  return found
}

const byPoints = <C extends Candidate>(a: Match<C>, b: Match<C>) =>
  b.points - a.points || compareNames(a.candidate.name, b.candidate.name)
export const bestMatches = <C extends Candidate>(found: readonly Match<C>[], limit: number): C[] =>
  smallest(found, byPoints, limit).map(({ candidate }) => candidate)

/** Matches, best first. An empty query ranks all candidates by their signals. */
export const ranked = <C extends Candidate>(
  query: string,
  candidates: Iterable<C>,
  limit = Number.POSITIVE_INFINITY,
): C[] => bestMatches(matchesFor(query, candidates), limit)

/** One order everywhere, fast for thousands of names. */
export function compareNames(a: string, b: string): number {
  const x = foldName(a).text
  const y = foldName(b).text
  return x < y ? -1 : x > y ? 1 : a < b ? -1 : a > b ? 1 : 0
}

/** The first `limit` items, sorted by keys (ascending), then by name. */
export function orderedBy<T>(
  items: readonly T[],
  name: (item: T) => string,
  keys: (item: T) => readonly number[],
  limit = Number.POSITIVE_INFINITY,
): T[] {
  interface Keyed {
    item: T
    keys: readonly number[]
  }
  const compare = (a: Keyed, b: Keyed) => {
    for (let index = 0; index < a.keys.length; index++) {
      const difference = (a.keys[index] ?? 0) - (b.keys[index] ?? 0)
      if (difference !== 0) return difference
    }
    return compareNames(name(a.item), name(b.item))
  }
  const keyed = items.map((item) => ({ item, keys: keys(item) }))
  return smallest(keyed, compare, limit).map(({ item }) => item)
}

/** The smallest items. Avoids sorting thousands when few are shown. */
function smallest<T>(items: readonly T[], compare: (a: T, b: T) => number, limit: number): T[] {
  if (items.length <= limit) return [...items].sort(compare)
  const best: T[] = []
  for (const item of items) {
    const last = best.at(-1)
    if (best.length === limit && last !== undefined && compare(item, last) >= 0) continue
    const at = best.findLastIndex((one) => compare(one, item) <= 0)
    best.splice(at + 1, 0, item)
    if (best.length > limit) best.pop()
  }
  return best
}

import type { NarrowTerm } from '@loquat/contract'

/** A search that asks for less, and what was left out of it. */
export interface RelaxedSearch {
  kind: 'without' | 'public' | 'words'
  terms: NarrowTerm[]
  /** The term that is not asked for any more. */
  dropped?: NarrowTerm
}

const isAboutPlace = ({ operator }: NarrowTerm) =>
  ['channel', 'channels', 'dm', 'dm-including'].includes(operator)
const publicChannels: NarrowTerm = { operator: 'channels', operand: 'public', negated: false }

/** Without a channel only what the reader has received is searched. */
export const isPersonal = (terms: readonly NarrowTerm[]): boolean =>
  !terms.some((term) => isAboutPlace(term) && !term.negated) &&
  !terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved')

export const withPublic = (terms: readonly NarrowTerm[]): NarrowTerm[] => [publicChannels, ...terms]

/** The same search without its channel, topic or conversation; undefined if it has none, or nothing else. */
export function withoutScope(terms: readonly NarrowTerm[]): NarrowTerm[] | undefined {
  const rest = terms.filter((term) => !isScope(term))
  return rest.length === 0 || rest.length === terms.length ? undefined : rest
}
const isScope = ({ operator, negated }: NarrowTerm) =>
  !negated && ['channel', 'topic', 'dm', 'dm-including'].includes(operator)

/** What to try when nothing was found: all public channels, one filter less, words instead of a phrase. */
export function relaxations(terms: readonly NarrowTerm[]): RelaxedSearch[] {
  const phrase = terms.find(({ operator, operand }) => operator === 'search' && String(operand).includes('"'))
  const filters = terms.filter(({ operator }) => operator !== 'search')
  return [
    ...(isPersonal(terms) && terms.length > 0 ? [{ kind: 'public' as const, terms: withPublic(terms) }] : []),
    ...(phrase === undefined
      ? []
      : [
          {
            kind: 'words' as const,
            terms: terms.map((term) =>
              term === phrase ? { ...term, operand: String(term.operand).replaceAll('"', '') } : term,
            ),
          },
        ]),
    ...(terms.length < 2
      ? []
      : filters.map((dropped) => ({
          kind: 'without' as const,
          dropped,
          // Without its channel a topic could be any.
          terms: terms.filter((term) => term !== dropped),
        }))),
  ]
}

/** Words that are too common to be looked for. */
export function ignoredWords(terms: readonly NarrowTerm[], stopWords: ReadonlySet<string>): string[] {
  const text = terms.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand))
  return text
    .join(' ')
    .replace(/"[^"]*"/gu, ' ')
    .split(/\s+/u)
    .filter((word) => stopWords.has(word.toLowerCase()))
}

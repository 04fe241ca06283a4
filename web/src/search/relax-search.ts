import type { NarrowTerm } from '@loquat/contract'

/** A less specific search. */
export interface RelaxedSearch {
  kind: 'without' | 'public' | 'words'
  terms: NarrowTerm[]
  /** The term that was removed. */
  dropped?: NarrowTerm
}

const isAboutPlace = ({ operator }: NarrowTerm) =>
  ['channel', 'channels', 'dm', 'dm-including'].includes(operator)
const publicChannels: NarrowTerm = { operator: 'channels', operand: 'public', negated: false }

/** Whether a search covers only messages that the reader received: it names no channel. */
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

/** Alternatives when nothing was found: all public channels, one filter less, words instead of a phrase. */
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
          // A topic may match in any channel then.
          terms: terms.filter((term) => term !== dropped),
        }))),
  ]
}

/** Words of a search that the server ignores as stop words. */
export function ignoredWords(terms: readonly NarrowTerm[], stopWords: ReadonlySet<string>): string[] {
  const text = terms.filter(({ operator }) => operator === 'search').map(({ operand }) => String(operand))
  return text
    .join(' ')
    .replace(/"[^"]*"/gu, ' ')
    .split(/\s+/u)
    .filter((word) => stopWords.has(word.toLowerCase()))
}

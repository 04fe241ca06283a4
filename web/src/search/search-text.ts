import type { NarrowTerm } from '@loquat/contract'
import type { Lookup } from '../lib/lookup.ts'
import { operandForms, operatorNamed } from './search-operands.ts'

/** Text that looks like an operator but is not a valid one. */
export interface SearchHint {
  kind: 'unknown-operator' | 'unknown-operand' | 'incomplete'
  text: string
  operator: string
}

export interface ParsedSearch {
  /** The terms, words last. */
  terms: NarrowTerm[]
  hints: SearchHint[]
}

/** An operator with its operand, a phrase, or a word. Unclosed quotes are part of a word. */
const token = /(-?)([a-z_-]+):("((?:[^"\\]|\\.)*)"(?=\s|$)|\S*)|"[^"]*"|\S+/gisu

/** Parses a search text. */
export function parseSearch(text: string, lookup: Lookup): ParsedSearch {
  const terms: NarrowTerm[] = []
  const hints: SearchHint[] = []
  const words: string[] = []
  for (const [whole, minus, name, raw, quoted] of text.matchAll(token)) {
    const read = name === undefined ? undefined : operator(name, raw ?? '', quoted, lookup)
    if (read === undefined || name === undefined) words.push(whole)
    else if ('kind' in read) {
      hints.push({ ...read, text: whole })
      words.push(whole)
    } else terms.push({ ...read, negated: minus === '-' })
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' '), negated: false })
  return { terms, hints }
}

function operator(
  name: string,
  raw: string,
  quoted: string | undefined,
  lookup: Lookup,
): Pick<NarrowTerm, 'operator' | 'operand'> | Omit<SearchHint, 'text'> | undefined {
  // A URL is not an operator: `https://…`.
  if (raw.startsWith('//')) return undefined
  const operator = operatorNamed(name.toLowerCase())
  const form = Object.hasOwn(operandForms, operator) ? operandForms[operator] : undefined
  if (form === undefined) return { kind: 'unknown-operator', operator: name }
  if (raw === '') return { kind: 'incomplete', operator }
  const value = quoted === undefined ? raw : quoted.replace(/\\(.)/gsu, '$1')
  const operand = form.read(value, lookup)
  if (operand !== undefined) return { operator, operand }
  // `in:design`, as in other products.
  const channel = operator === 'in' ? operandForms.channel?.read(value, lookup) : undefined
  return channel === undefined
    ? { kind: 'unknown-operand', operator }
    : { operator: 'channel', operand: channel }
}

/** The search text of terms; the inverse of `parseSearch`. */
export function searchTextOf(terms: readonly NarrowTerm[], lookup: Lookup): string {
  const words = terms.filter((term) => term.operator === 'search').map((term) => String(term.operand))
  const others = terms.flatMap(({ operator: name, operand, negated }) => {
    const operator = operatorNamed(name)
    const form = Object.hasOwn(operandForms, operator) ? operandForms[operator] : undefined
    return form === undefined ? [] : `${negated ? '-' : ''}${operator}:${quote(form.write(operand, lookup))}`
  })
  return [...others, ...words.map((text) => asWords(text, lookup))].join(' ').trim()
}

const quote = (text: string) =>
  text === '' || /[\s"\\]/u.test(text) || text.startsWith('//')
    ? `"${text.replace(/["\\]/gu, (character) => `\\${character}`)}"`
    : text

/** Quotes words that would be parsed as operators. */
function asWords(text: string, lookup: Lookup): string {
  const pieces = [...text.matchAll(token)].map(([whole]) => {
    const [first] = parseSearch(whole, lookup).terms
    return first === undefined || first.operator === 'search' ? whole : `"${whole.replaceAll('"', '')}"`
  })
  return pieces.join(' ')
}

const isChannelTerm = ({ operator, operand, negated }: NarrowTerm) =>
  operator === 'is' ? operand === 'dm' && negated : /^(channels?|topic)$/.test(operator) && !negated
const isDirectTerm = ({ operator, operand, negated }: NarrowTerm) =>
  !negated && (/^dm(-including)?$/.test(operator) || (operator === 'is' && operand === 'dm'))

/** The reason why terms can never match, if the client can tell. */
export function impossibleReason(
  terms: readonly NarrowTerm[],
): 'channel-and-dm' | 'two-channels' | undefined {
  if (terms.some(isChannelTerm) && terms.some(isDirectTerm)) return 'channel-and-dm'
  const channels = terms.filter((term) => term.operator === 'channel' && !term.negated)
  return new Set(channels.map((term) => term.operand)).size > 1 ? 'two-channels' : undefined
}

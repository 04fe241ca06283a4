import { invalid, type ScimType } from '../errors.ts'
import { type AttributePath, pathOf } from './paths.ts'
import { type Token, tokensOf } from './tokens.ts'

export const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
export type Comparison = (typeof comparisons)[number]
export type FilterValue = string | number | boolean | null

export type Filter =
  | { kind: 'and' | 'or'; left: Filter; right: Filter }
  | { kind: 'not'; of: Filter }
  | { kind: 'present'; path: AttributePath }
  | { kind: 'compare'; path: AttributePath; op: Comparison; value: FilterValue }
  /** `emails[type eq "work"]`: one value of the attribute matches. */
  | { kind: 'value'; path: AttributePath; of: Filter }

/** A path of a PATCH operation. */
export interface PatchPath {
  path: AttributePath
  /** Selects values of a list. */
  filter?: Filter
  /** The part of the selected values, such as `value` in `emails[type eq "work"].value`. */
  subAttribute?: string
}

const maxDepth = 10
const maxComparisons = 50

/** Parses a filter of RFC 7644, section 3.4.2.2. */
export function parseFilter(text: string): Filter {
  const parser = new Parser(tokensOf(text, 'invalidFilter'), 'invalidFilter')
  const filter = parser.or(0)
  parser.end()
  return filter
}

/** Parses a path of RFC 7644, section 3.5.2. */
export function parsePath(text: string): PatchPath {
  const parser = new Parser(tokensOf(text, 'invalidPath'), 'invalidPath')
  const path = parser.patchPath()
  parser.end()
  return path
}

class Parser {
  readonly #tokens: readonly Token[]
  readonly #scimType: ScimType
  #at = 0
  #comparisons = 0

  constructor(tokens: readonly Token[], scimType: ScimType) {
    this.#tokens = tokens
    this.#scimType = scimType
  }

  or(depth: number): Filter {
    let left = this.#and(depth)
    while (this.#takeWord('or')) left = { kind: 'or', left, right: this.#and(depth) }
    return left
  }

  patchPath(): PatchPath {
    const path = this.#path()
    if (!this.#takeSymbol('[')) return { path }
    const filter = this.or(1)
    this.#expectSymbol(']')
    const next = this.#tokens[this.#at]
    if (next?.kind !== 'subAttribute') return { path, filter }
    this.#at++
    return { path, filter, subAttribute: next.text.toLowerCase() }
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.#problem('has text behind its end')
  }

  #and(depth: number): Filter {
    let left = this.#term(depth)
    while (this.#takeWord('and')) left = { kind: 'and', left, right: this.#term(depth) }
    return left
  }

  #term(depth: number): Filter {
    if (depth > maxDepth) throw this.#problem(`is nested deeper than ${maxDepth} levels`)
    if (this.#takeWord('not')) {
      this.#expectSymbol('(')
      return { kind: 'not', of: this.#rest(depth + 1, ')') }
    }
    if (this.#takeSymbol('(')) return this.#rest(depth + 1, ')')
    if (++this.#comparisons > maxComparisons)
      throw this.#problem(`has more than ${maxComparisons} comparisons`)
    const path = this.#path()
    if (this.#takeSymbol('[')) return { kind: 'value', path, of: this.#rest(depth + 1, ']') }
    if (this.#takeWord('pr')) return { kind: 'present', path }
    const op = comparisons.find((name) => this.#takeWord(name))
    if (op === undefined) throw this.#problem('lacks an operator: eq, ne, co, sw, ew, pr, gt, ge, lt or le')
    return { kind: 'compare', path, op, value: this.#value() }
  }

  #rest(depth: number, closing: ')' | ']'): Filter {
    const filter = this.or(depth)
    this.#expectSymbol(closing)
    return filter
  }

  #path(): AttributePath {
    const token = this.#tokens[this.#at++]
    if (token?.kind !== 'word') throw this.#problem('lacks an attribute')
    return pathOf(token.text)
  }

  #value(): FilterValue {
    const token = this.#tokens[this.#at++]
    if (token?.kind === 'literal') return token.value
    const word = token?.kind === 'word' ? token.text.toLowerCase() : ''
    if (word === 'null') return null
    if (word === 'true' || word === 'false') return word === 'true'
    throw this.#problem('lacks a value: text in quotes, a number, true, false or null')
  }

  #takeWord(word: string): boolean {
    const token = this.#tokens[this.#at]
    const found = token?.kind === 'word' && token.text.toLowerCase() === word
    if (found) this.#at++
    return found
  }

  #takeSymbol(symbol: string): boolean {
    const token = this.#tokens[this.#at]
    const found = token?.kind === 'symbol' && token.text === symbol
    if (found) this.#at++
    return found
  }

  #expectSymbol(symbol: string): void {
    if (!this.#takeSymbol(symbol)) throw this.#problem(`lacks "${symbol}"`)
  }

  #problem(text: string) {
    return invalid(this.#scimType, `The ${this.#scimType === 'invalidPath' ? 'path' : 'filter'} ${text}.`)
  }
}

import type { RenderContext } from './context.ts'

/** A text could not be rendered and must not be stored. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure'
  /** The limit that was exceeded: time, or length of the source or the HTML. */
  readonly limit: 'time' | 'source' | 'html'

  constructor(limit: RenderFailure['limit']) {
    super(`The rendering exceeds its limit: ${limit}`)
    this.limit = limit
  }
}

export const timeLimit = 5_000
export const htmlLimit = 1_000_000
const highlightLimit = 20_000
const maxFormulaLength = 2_000
const typesetLimit = 10_000
/** Maximum nesting depth of quotes, lists and spoilers. Deeper ones stay text. */
export const maxDepth = 40

/** One rendering: its context, limits and results. */
export class Session {
  readonly context: RenderContext
  readonly users = new Set<number>()
  readonly groups = new Set<number>()
  channelWildcard = false
  topicWildcard = false
  hereWildcard = false
  readonly #deadline: number
  #colored = 0
  #typeset = 0

  constructor(context: RenderContext, limit = timeLimit) {
    this.context = context
    this.#deadline = performance.now() + limit
  }

  /** Highlighting is much more expensive than other text. Code longer than a message can be stays plain. */
  canHighlight(length: number): boolean {
    this.#colored += length + 100
    return this.#colored <= highlightLimit
  }

  /** Formulas are even more expensive, and typesetting cannot be interrupted. */
  canTypeset(length: number): boolean {
    this.#typeset += length + 20
    return length <= maxFormulaLength && this.#typeset <= typesetLimit
  }

  /** Call in every loop whose length depends on the input. */
  check(): void {
    if (performance.now() > this.#deadline) throw new RenderFailure('time')
  }
}

/** The position within the message. */
export interface Scope {
  readonly session: Session
  /** Inside a quote, where mentions are silent. */
  readonly quoted: boolean
  readonly depth: number
}

export const deeper = (scope: Scope): Scope => ({ ...scope, depth: scope.depth + 1 })

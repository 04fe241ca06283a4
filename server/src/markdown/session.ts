import type { RenderContext } from './context.ts'

/** Why a text could not be rendered. Nothing of it may be stored. */
export class RenderFailure extends Error {
  override readonly name = 'RenderFailure'
}

export const timeLimit = 5_000
export const htmlLimit = 1_000_000
const highlightLimit = 20_000
const longestFormula = 2_000
const typesetLimit = 10_000
/** How deep quotes, lists and spoilers may be inside each other. Deeper ones are text. */
export const maxDepth = 40

/** One rendering: what it looks things up in, and what it found. */
export class Session {
  readonly context: RenderContext
  readonly users = new Set<number>()
  readonly groups = new Set<number>()
  channelWildcard = false
  topicWildcard = false
  readonly #deadline: number
  #coloured = 0
  #typeset = 0

  constructor(context: RenderContext, limit = timeLimit) {
    this.context = context
    this.#deadline = performance.now() + limit
  }

  /** Colouring costs far more than other text. Longer code than any message can hold stays plain. */
  mayHighlight(length: number): boolean {
    this.#coloured += length + 100
    return this.#coloured <= highlightLimit
  }

  /** Formulas cost still more, and one that is being set cannot be stopped. */
  mayTypeset(length: number): boolean {
    this.#typeset += length + 20
    return length <= longestFormula && this.#typeset <= typesetLimit
  }

  /** To be called in every loop whose length the author decides. */
  check(): void {
    if (performance.now() > this.#deadline) throw new RenderFailure('This takes too long to render.')
  }
}

/** Where in the message we are. */
export interface Scope {
  readonly session: Session
  /** Inside a quote, where mentions are silent. */
  readonly quoted: boolean
  readonly depth: number
}

export const deeper = (scope: Scope): Scope => ({ ...scope, depth: scope.depth + 1 })

import { describe, expect, it } from 'vitest'
import { emptyContext } from './context.ts'
import { inlineNodes } from './inline/inline.ts'
import { RenderFailure, Session } from './session.ts'

const scopeWith = (limit: number) => ({ session: new Session(emptyContext, limit), quoted: false, depth: 0 })

describe('A rendering', () => {
  it('ends at its time limit, in the middle of the passes', () => {
    expect(() => inlineNodes('*a* `b`', scopeWith(-1))).toThrow(RenderFailure)
    expect(inlineNodes('*a* `b`', scopeWith(5_000))).toHaveLength(3)
  })

  it('limits typesetting and highlighting', () => {
    const session = new Session(emptyContext)
    expect(session.canTypeset(1_000)).toBe(true)
    expect(session.canTypeset(3_000)).toBe(false)
    expect(session.canHighlight(10_000)).toBe(true)
    expect(session.canHighlight(10_000)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import type { RenderContext } from '../context.ts'
import { renderMessage } from '../render.ts'
import { testContext } from './context.ts'

/** The source of a message, and its HTML. */
type Pair = [source: string, html: string]

/** Tests each pair. The existing users, channels and so on are in `context.ts`. */
export function renders(examples: Record<string, Pair[]>, options: Partial<RenderContext> = {}): void {
  describe.each(Object.entries(examples))('%s', (_, pairs) => {
    it.each(pairs)('%j', (source, html) => {
      expect(renderMessage(source, { ...testContext, ...options }).html).toBe(html)
    })
  })
}

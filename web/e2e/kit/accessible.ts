import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNotMoving } from './still.ts'

/** Serious accessibility violations on the page, of all rules or of these. */
export async function barriers(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Runs in the page itself. The builder of @axe-core/playwright opens another page each time, which takes ten times as long.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async (rules) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        ...(rules === undefined ? {} : { runOnly: rules }),
      })
      return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((node) => node.html) }))
    },
    rules === undefined ? undefined : [...rules],
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.map((one) => one.slice(0, 160)).join(' | ')}`)
}

/** The page has no serious accessibility violation. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNotMoving(page)
  const found = await barriers(page)
  expect(found, found.join('\n')).toEqual([])
}

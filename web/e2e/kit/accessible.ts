import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNotMoving, expectStill } from './still.ts'

/** Minified, which halves the compile time in the page. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

type Axe = typeof import('axe-core') & {
  /** Not in its types, but the only source of the impact of a rule before it runs. */
  _audit: { rules: readonly { id: string; impact?: string }[] }
}

/** Serious accessibility violations on the page, of all rules or of these. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Runs in the page. The builder of @axe-core/playwright opens another page each time, which is ten times slower.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const violations = await page.evaluate(
    async (rules) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const lesser = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate')
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        // Only disabled rules need the text of style sheets, which would be fetched again.
        preload: false,
        ...(rules === undefined
          ? { rules: Object.fromEntries(lesser.map(({ id }) => [id, { enabled: false }])) }
          : { runOnly: rules }),
      })
      return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((node) => node.html) }))
    },
    rules === undefined ? undefined : [...rules],
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.map((one) => one.slice(0, 160)).join(' | ')}`)
}

/** Whether the page is wider than its window (WCAG 1.4.10), which no rule of axe checks. */
const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** The page has no serious accessibility violation, and fits its window. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNotMoving(page)
  let found = await violations(page)
  if (found.length > 0) {
    // Content that arrived meanwhile fades in, with colors between.
    await expectStill(page)
    found = await violations(page)
  }
  expect(found, found.join('\n')).toEqual([])
  expect(await scrollsSideways(page), 'the page scrolls sideways').toBe(false)
}

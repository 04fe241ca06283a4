import type { Page } from 'playwright-core'
import { median, type Notes } from './notes.ts'

/** Time from the click to the frame in which the messages are painted. */
async function change(page: Page, row: number): Promise<number> {
  const link = page.locator('[role=grid] [data-row] a[href*="/t/"]').nth(row)
  await link.waitFor()
  return await link.evaluate(
    (node) =>
      new Promise<number>((resolve) => {
        const start = performance.now()
        ;(node as HTMLElement).click()
        const look = () => {
          if (document.querySelector('[role=feed] article') === null) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now() - start))
        }
        look()
      }),
  )
}

async function backToInbox(page: Page): Promise<void> {
  await page.goBack()
  await page.locator('[role=grid] [data-row] a').first().waitFor()
  // Lets the work of the previous view finish.
  await page.waitForTimeout(500)
}

const rows = [1, 2, 3, 4, 5]

/** Opens conversations from the inbox, for the first time and again. */
export async function going(page: Page, url: string, notes: Notes): Promise<void> {
  await page.goto(`${url}/inbox`)
  await page.waitForFunction(() => performance.getEntriesByName('lq:live').length > 0)
  await page.waitForTimeout(1_500)
  for (const [what, limit] of [
    ['change of view, not fetched before', 400],
    ['change of view, fetched before', 100],
  ] as const) {
    const times: number[] = []
    for (const row of rows) {
      times.push(await change(page, row))
      await backToInbox(page)
    }
    notes.atMost(what, median(times), limit, 'ms')
  }
}

import type { Page } from 'playwright-core'
import { openBrowser, withWorker } from '../kit/app.ts'
import { median, type Notes } from './notes.ts'

const inboxRow = (page: Page) => page.getByRole('grid').getByRole('link').first()

/** Bytes transferred for files of a type until the app shows messages and polls its queue. */
const loaded = (page: Page, kind: string): Promise<number> =>
  page.evaluate((ending) => {
    const marks = ['lq:live', 'lq:rows'].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0)
    const live = Math.max(...marks)
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter((one) => new URL(one.name).pathname.endsWith(ending) && one.startTime < live)
      .reduce((sum, one) => sum + one.encodedBodySize / 1_000, 0)
  }, kind)

/** Time of the first rows on screen, in milliseconds since navigation. */
async function firstRows(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('lq:rows').length > 0)
  return await page.evaluate(() => performance.getEntriesByName('lq:rows')[0]?.startTime ?? Number.NaN)
}

/** Cumulative layout shift after the first rows. */
const shift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const rows = performance.getEntriesByName('lq:rows')[0]?.startTime ?? 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            if (entry.startTime > rows) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 1_500)
      }),
  )

/** Opens the organization with an empty browser cache, and with the cache of the last visit. */
export async function starting(page: Page, url: string, notes: Notes): Promise<void> {
  const cookies = await page.context().cookies()
  const cold: number[] = []
  for (let round = 0; round < 3; round++) {
    const stranger = await openBrowser(withWorker)
    await stranger.context().addCookies(cookies)
    await stranger.goto(`${url}/inbox`)
    cold.push(await firstRows(stranger))
    if (round === 0) {
      await inboxRow(stranger).waitFor()
      await stranger.waitForFunction(() => performance.getEntriesByName('lq:live').length > 0)
      notes.atMost('scripts of the first load', await loaded(stranger, '.js'), 210, 'KB')
      notes.atMost('style sheets of the first load', await loaded(stranger, '.css'), 30, 'KB')
      notes.atMost('fonts before the first text', await loaded(stranger, '.woff2'), 35, 'KB')
      notes.atMost('shift after the first rows', await shift(stranger), 0.02, '')
    }
    await stranger.context().close()
  }
  notes.atMost('first rows, cold', median(cold), 2_000, 'ms')

  const warm: number[] = []
  for (let round = 0; round < 5; round++) {
    await page.waitForTimeout(1_500)
    await page.reload()
    warm.push(await firstRows(page))
  }
  notes.atMost('first rows, warm', median(warm), 600, 'ms')
}

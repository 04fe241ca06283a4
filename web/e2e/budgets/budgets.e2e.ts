import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from './kit/app.ts'
import { logInTo, startDemo } from './kit/demo.ts'

/**
 * What the app may cost, measured in an organization of 5,000 people, 500 channels and 100,000 messages. The numbers are printed
 * and kept in bench/web.json; the limits are those of the brief for two quiet cores.
 */
const file = fileURLToPath(new URL('../../bench/web.json', import.meta.url))
const results: Record<string, { value: number; limit: number; unit: string }> = {}
const note = (what: string, value: number, limit: number, unit: string) => {
  results[what] = { value: Math.round(value * 10) / 10, limit, unit }
}

let demo: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  demo = await startDemo({ big: true })
}, 300_000)
afterAll(async () => {
  console.table(results)
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  await demo.stop()
})

const kilobytes = (bytes: number) => bytes / 1_000

/** Bytes that came over the wire for files of a kind. */
const loaded = (page: Page, pattern: string): Promise<number> =>
  page.evaluate(
    (kind) =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new RegExp(kind).test(new URL(name).pathname))
        .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
    pattern,
  )

const marked = (page: Page, name: string): Promise<number> =>
  page.evaluate((mark) => performance.getEntriesByName(mark)[0]?.startTime ?? Number.NaN, name)

const inboxRow = (page: Page) => page.getByRole('grid').getByRole('link').first()

describe('the budgets of the app', () => {
  it('hold', { timeout: 300_000 }, async () => {
    const page = await openBrowser()
    await logInTo(page, demo.url)
    await inboxRow(page).waitFor()
    note('JavaScript of the first load', kilobytes(await loaded(page, '\\.js$')), 250, 'KB')
    note('style sheets', kilobytes(await loaded(page, '\\.css$')), 30, 'KB')
    note('fonts before the first text', kilobytes(await loaded(page, '\\.woff2$')), 35, 'KB')

    const cold = await timeTo(async () => {
      await page.evaluate(() => indexedDB.deleteDatabase('loquat:snapshot'))
      await page.reload()
      await inboxRow(page).waitFor()
    })
    note('cold to a usable inbox', cold, 2_000, 'ms')
    await page.waitForTimeout(1_500)
    const warm = await timeTo(async () => {
      await page.reload()
      await inboxRow(page).waitFor()
    })
    note('warm to the first rows', warm, 600, 'ms')
    note(
      'from the start of the script to the cached state',
      (await marked(page, 'lq:cache')) - (await marked(page, 'lq:boot')),
      600,
      'ms',
    )

    note('change of view, not fetched before', await changeOfView(page, 'logo refresh'), 400, 'ms')
    await page.goBack()
    await inboxRow(page).waitFor()
    note('change of view, fetched before', await changeOfView(page, 'logo refresh'), 100, 'ms')

    await page.goto(`${demo.url}/feed`)
    await page.getByRole('article').first().waitFor()
    await page.waitForTimeout(1_000)
    const { mean, slow } = await scroll(page)
    note('frames per second while scrolling', mean, 50, 'at least, per s')
    note('95% of frames take', slow, 24, 'ms')

    const client = await page.context().newCDPSession(page)
    await client.send('HeapProfiler.collectGarbage')
    const { metrics } = await client
      .send('Performance.enable')
      .then(() => client.send('Performance.getMetrics'))
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
    note('heap', metric('JSHeapUsedSize') / 2 ** 20, 150, 'MB')
    note('nodes of the document', metric('Nodes'), 8_000, '')

    expect(results['JavaScript of the first load']?.value).toBeLessThan(250)
    expect(results['style sheets']?.value).toBeLessThan(30)
    expect(results.heap?.value).toBeLessThan(150)
  })
})

async function timeTo(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await act()
  return performance.now() - start
}

/** From the click to the frame in which the messages are painted. */
async function changeOfView(page: Page, row: string): Promise<number> {
  const link = page.getByRole('grid').getByRole('link', { name: row }).first()
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

/** Scrolls up for five seconds, 4,000 pixels each, and looks at the frames. */
const scroll = (page: Page): Promise<{ mean: number; slow: number }> =>
  page.getByRole('feed').evaluate(
    (feed) =>
      new Promise((resolve) => {
        const frames: number[] = []
        let last = performance.now()
        const end = last + 5_000
        const step = (now: number) => {
          frames.push(now - last)
          feed.scrollBy(0, -4 * (now - last))
          last = now
          if (now < end) return void requestAnimationFrame(step)
          frames.sort((a, b) => a - b)
          resolve({
            mean: (frames.length / 5_000) * 1_000,
            slow: frames[Math.floor(frames.length * 0.95)] ?? 0,
          })
        }
        requestAnimationFrame(step)
      }),
  )

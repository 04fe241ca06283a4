import type { Page } from 'playwright-core'
import type { Notes } from './notes.ts'

const duration = 10_000
/** Something else on the machine may delay frames, which the median of their times leaves out. */
const rounds = 3

interface Frames {
  perSecond: number
  slow: number
  blank: number
}

/** Scrolls up for ten seconds, 4,000 pixels per second, and measures frame times and blank areas. */
const scroll = (page: Page): Promise<Frames> =>
  page.getByRole('feed').evaluate(
    (feed, time) =>
      new Promise((resolve) => {
        const frames: number[] = []
        let blank = 0
        let longest = 0
        let last = performance.now()
        const end = last + time
        const { left, top, width, height } = feed.getBoundingClientRect()
        const isEmptyAt = (part: number) =>
          document.elementFromPoint(left + width / 2, top + height * part)?.closest('[data-index]') === null
        const step = (now: number) => {
          frames.push(now - last)
          feed.scrollBy(0, -4 * (now - last))
          last = now
          blank = [0.2, 0.4, 0.6, 0.8].every(isEmptyAt) ? blank + 1 : 0
          longest = Math.max(longest, blank)
          if (now < end) return void requestAnimationFrame(step)
          frames.sort((a, b) => a - b)
          resolve({
            perSecond: (frames.length / time) * 1_000,
            slow: frames[Math.floor(frames.length * 0.95)] ?? 0,
            blank: longest,
          })
        }
        requestAnimationFrame(step)
      }),
    duration,
  )

const median = (measured: readonly Frames[], key: 'perSecond' | 'slow'): number =>
  measured.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? 0

/** Scrolls up through the combined feed from the newest message, several times. */
export async function scrolling(page: Page, url: string, notes: Notes): Promise<void> {
  const measured: Frames[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(`${url}/feed`)
    await page.getByRole('article').first().waitFor()
    await page.keyboard.press('End')
    await page.waitForTimeout(2_000)
    measured.push(await scroll(page))
  }
  notes.atLeast('frames while scrolling', median(measured, 'perSecond'), 50, 'per s')
  notes.atMost('95% of frames while scrolling', median(measured, 'slow'), 24, 'ms')
  notes.atMost(
    'frames in a row without anything drawn',
    Math.max(...measured.map(({ blank }) => blank)),
    2,
    '',
  )
}

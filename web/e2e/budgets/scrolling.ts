import type { Page } from 'playwright-core'
import type { Notes } from './notes.ts'

const duration = 10_000

/** Scrolls up for ten seconds, 4,000 pixels per second, and measures frame times and blank areas. */
const scroll = (page: Page): Promise<{ perSecond: number; slow: number; blank: number }> =>
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

/** Scrolls up through the combined feed from the newest message. */
export async function scrolling(page: Page, url: string, notes: Notes): Promise<void> {
  await page.goto(`${url}/feed`)
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('End')
  await page.waitForTimeout(2_000)
  const { perSecond, slow, blank } = await scroll(page)
  notes.atLeast('frames while scrolling', perSecond, 50, 'per s')
  notes.atMost('95% of frames while scrolling', slow, 24, 'ms')
  notes.atMost('frames in a row without anything drawn', blank, 2, '')
}

import type { Person } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Sends messages in batches. Returns their IDs, ascending. */
export async function sendAll(
  from: Person,
  to: { channelId: number; topic: string },
  contents: readonly string[],
): Promise<number[]> {
  const ids: number[] = []
  for (let at = 0; at < contents.length; at += 25) {
    const sent = await Promise.all(
      contents
        .slice(at, at + 25)
        .map((content) =>
          from.api.sendMessage({ type: 'channel', to: to.channelId, topic: to.topic, content }),
        ),
    )
    ids.push(...sent.map(({ id }) => id))
  }
  return ids.sort((a, b) => a - b)
}

/** Texts of one to several lines. */
export const lines = (count: number, word = 'Line'): string[] =>
  Array.from(
    { length: count },
    (_, n) => `${word} ${n}. ${'The loquat ripens in spring. '.repeat((n % 4) + 1)}`,
  )

/** Unread messages according to the server. */
export async function unreadOf(person: Person): Promise<number[]> {
  const { messages } = await person.api.getMessages({
    anchor: 'newest',
    num_before: 1_000,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'unread', negated: false }],
  })
  return messages.map(({ id }) => id)
}

/** Waits until the server has this number of unread messages. */
export const expectUnread = (person: Person, count: number): Promise<void> =>
  expect.poll(async () => (await unreadOf(person)).length, { interval: 150 }).toBe(count)

/** Waits until every message whose end is on screen has been read. */
export const expectSeenRead = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const feed = document.querySelector('[role=feed]')?.getBoundingClientRect()
        return [...document.querySelectorAll<HTMLElement>('[data-message]')]
          .filter((row) => {
            const { top, bottom } = row.getBoundingClientRect()
            return feed !== undefined && bottom <= feed.bottom + 1 && bottom > feed.top && top < feed.bottom
          })
          .filter((row) => row.getAttribute('aria-label')?.endsWith('Unread'))
          .map((row) => row.dataset.message)
      }),
    )
    .toEqual([])

/** Waits until scrolling has ended. */
export const expectAtRest = async (page: Page): Promise<void> => {
  const top = () => page.getByRole('feed').evaluate((feed) => feed.scrollTop)
  await expect
    .poll(async () => {
      const before = await top()
      await frames(page, 5)
      return (await top()) - before
    })
    .toBe(0)
}

/** Advances the clock of the page far enough that everything on screen would be marked as read. */
export const passTime = (page: Page): Promise<void> => page.clock.runFor(5_000)

/** Starts to count requests that mark messages as read. */
export function countReads(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (/\/json\/messages\/flags/.test(request.url())) count++
  })
  return () => count
}

/** Waits until the list is at its final position. */
export const expectSettled = (page: Page): Promise<unknown> =>
  page.locator('[role=feed][data-settled]').waitFor()

/** Records every message that is on screen in any frame. */
export const watchScreen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new Set<number>()
    Object.assign(window, { seen })
    const look = () => {
      const feed = document.querySelector('[role=feed]')?.getBoundingClientRect()
      for (const row of document.querySelectorAll<HTMLElement>('[data-message]')) {
        const { top, bottom } = row.getBoundingClientRect()
        if (feed !== undefined && bottom <= feed.bottom + 1 && bottom > feed.top && top < feed.bottom) {
          seen.add(Number(row.dataset.message))
        }
      }
      requestAnimationFrame(look)
    }
    look()
  })

export const seenOn = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...(window as unknown as { seen: Set<number> }).seen].sort((a, b) => a - b))

/**
 * Records the position of a message in every frame, as painted: an IntersectionObserver reports it after the list has corrected its
 * scroll position.
 */
export async function watchMessage(page: Page, id: number): Promise<() => Promise<number>> {
  await page.evaluate((id) => {
    const tops: number[] = []
    Object.assign(window, { tops })
    const observer = new IntersectionObserver((entries) => {
      for (const { target, boundingClientRect: box } of entries) if (target.isConnected) tops.push(box.top)
    })
    const look = () => {
      const row = document.querySelector(`[data-message="${id}"]`)
      observer.disconnect()
      if (row === null) tops.push(Number.NaN)
      else observer.observe(row)
      requestAnimationFrame(look)
    }
    look()
  }, id)
  /** Maximum movement in pixels. */
  return () =>
    page.evaluate(() => {
      const { tops } = window as unknown as { tops: number[] }
      return Math.max(...tops) - Math.min(...tops)
    })
}

/** The first message that is completely on screen. */
export const topMessage = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const feed = document.querySelector('[role=feed]')?.getBoundingClientRect()
    const rows = [...document.querySelectorAll<HTMLElement>('[data-message]')]
    const row = rows.find((one) => one.getBoundingClientRect().top >= (feed?.top ?? 0) + 20)
    return Number(row?.dataset.message)
  })

/** Distance of the last message from the bottom of the list; negative if it is hidden. */
export const roomBelowLast = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const feed = document.querySelector('[role=feed]')?.getBoundingClientRect()
    const last = [...document.querySelectorAll('[data-message]')].at(-1)?.getBoundingClientRect()
    return (feed?.bottom ?? 0) - (last?.bottom ?? Infinity)
  })

/** Waits for some animation frames. */
export const frames = (page: Page, count = 10): Promise<void> =>
  page.evaluate(async (count) => {
    for (let n = 0; n < count; n++) await new Promise((resolve) => requestAnimationFrame(resolve))
  }, count)

import type { CDPSession, Locator, Page } from 'playwright-core'

/** The smallest supported phone. */
export const phone = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
} as const

/** Simulates touches. */
export async function createFinger(page: Page) {
  const input: CDPSession = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    input.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  const middleOf = async (what: Locator) => {
    await what.scrollIntoViewIfNeeded()
    const box = await what.boundingBox()
    if (box === null) throw new Error('It is not on the screen.')
    return { x: box.x + Math.min(box.width / 2, 140), y: box.y + box.height / 2 }
  }
  return {
    /** Holds an element until the given locator appears. */
    async hold(what: Locator, opens: Locator): Promise<void> {
      const { x, y } = await middleOf(what)
      await touch('touchStart', x, y)
      await opens.waitFor()
      await touch('touchEnd')
    },
    /** Swipes horizontally by a number of pixels. In one step: on a slow machine, a pause would be a long press. */
    async swipe(what: Locator, by: number): Promise<void> {
      const { x, y } = await middleOf(what)
      const from = by < 0 ? x + 60 : x - 20
      const sent = [touch('touchStart', from, y)]
      for (let step = 1; step <= 10; step++) sent.push(touch('touchMove', from + (by * step) / 10, y))
      sent.push(touch('touchEnd'))
      await Promise.all(sent)
    },
    /** Pinches with two fingers, from one distance to another. */
    async pinch(what: Locator, from: number, to: number): Promise<void> {
      const { x, y } = await middleOf(what)
      const both = (type: 'touchStart' | 'touchMove', apart: number) =>
        input.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: [
            { x: x - apart / 2, y, id: 0 },
            { x: x + apart / 2, y, id: 1 },
          ],
        })
      await both('touchStart', from)
      for (let step = 1; step <= 10; step++) await both('touchMove', from + ((to - from) * step) / 10)
      await touch('touchEnd')
    },
  }
}

/** Whether an element is completely on screen and nothing covers its center. */
export const isInSight = (what: Locator): Promise<boolean> =>
  what.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect()
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5
    return isInside && over !== null && (node.contains(over) || over.contains(node))
  })

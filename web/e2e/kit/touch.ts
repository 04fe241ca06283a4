import type { CDPSession, Locator, Page } from 'playwright-core'

/** A phone as the smallest that is looked after. */
export const phone = {
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  isMobile: true,
} as const

/** Fingers on the screen, as the browser is told by the system. */
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
    /** Stays on something until what that opens is there. */
    async hold(what: Locator, opens: Locator): Promise<void> {
      const { x, y } = await middleOf(what)
      await touch('touchStart', x, y)
      await opens.waitFor()
      await touch('touchEnd')
    },
    /** Goes sideways over something, by so many pixels. All at once: a finger that a slow machine holds still would be a hold. */
    async swipe(what: Locator, by: number): Promise<void> {
      const { x, y } = await middleOf(what)
      const from = by < 0 ? x + 60 : x - 20
      const sent = [touch('touchStart', from, y)]
      for (let step = 1; step <= 10; step++) sent.push(touch('touchMove', from + (by * step) / 10, y))
      sent.push(touch('touchEnd'))
      await Promise.all(sent)
    },
    /** Two fingers, so far apart at first and in the end. */
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

/** The part of the screen that something takes, and whether all of it can be seen and nothing lies over its middle. */
export const isInSight = (what: Locator): Promise<boolean> =>
  what.evaluate((node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect()
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isInside = top >= 0 && left >= 0 && bottom <= innerHeight + 0.5 && right <= innerWidth + 0.5
    return isInside && over !== null && (node.contains(over) || over.contains(node))
  })

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { composeField, createChannel, messageWith } from '../kit/content.ts'
import { expectSettled, frames, lines, sendAll } from '../kit/reading.ts'
import { phone } from '../kit/touch.ts'

const notices = (page: Page) => page.locator('[data-toasts] li')

/** Elements that a toast covers but must not, and parts of it that are off screen. */
const inTheWay = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-toasts] li')].map((one) =>
      one.getBoundingClientRect(),
    )
    if (toasts.length === 0) return ['nothing is said']
    const kept = '[data-region="compose"], [data-region="compose"] button, nav[aria-label="Navigation"]'
    const found = [...document.querySelectorAll(kept)].flatMap((element) => {
      const box = element.getBoundingClientRect()
      const isCovered = toasts.some(
        ({ left, right, top, bottom }) =>
          box.width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      )
      return isCovered ? [element.getAttribute('aria-label') ?? element.textContent ?? ''] : []
    })
    const isOff = toasts.some(
      ({ left, right, top, bottom }) => left < 0 || top < 0 || right > innerWidth || bottom > innerHeight,
    )
    return isOff ? [...found, 'outside of the window'] : found
  })

const expectClear = (page: Page, when: string) =>
  expect.poll(() => inTheWay(page), { message: when }).toEqual([])

/** Changes the draft without moving the focus. */
const put = (page: Page, text: string) =>
  composeField(page).evaluate((field, text) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {}
    set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, text)

async function topicOf(count: number) {
  const world = await createAppWorld()
  const { alice, carol } = world
  const { channelId } = await createChannel(world, 'design', [alice, carol])
  const ids = await sendAll(carol, { channelId, topic: 'logo' }, lines(count))
  return { world, channelId, ids, path: `/c/${channelId}/t/logo` }
}

describe('Toasts', () => {
  it('cover neither the compose box nor tabs, and show the time left to undo', async () => {
    const { world, path } = await topicOf(20)
    const page = await openApp(world, world.alice, path, { hasClock: true })
    await expectSettled(page)
    await page.keyboard.press('Shift+F')
    await notices(page).waitFor()
    await page.keyboard.press('r')
    const field = composeField(page)
    await field.waitFor()
    await expectClear(page, 'with an open box')
    // Stops the clock, and with it the ring.
    await page.keyboard.press('F8')
    const ring = notices(page).locator('[data-ring]')
    const left = () =>
      ring
        .locator('circle')
        .last()
        .evaluate((one) => getComputedStyle(one).strokeDashoffset)
    await expect.poll(() => ring.getAttribute('data-ring')).toBe('paused')
    const before = await left()
    await frames(page, 20)
    expect(await left()).toBe(before)
    expect(Number.parseFloat(before)).toBeGreaterThan(0)
    for (const [width, height] of [
      [1280, 800],
      [820, 1180],
      [640, 400],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const count of [1, 6, 30]) {
        await put(page, lines(count).join('\n'))
        await expectClear(page, `with ${count} lines at ${width} x ${height}`)
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    await field.press('Alt+Enter')
    await page.keyboard.press('F8')
    await expectClear(page, 'with a box that fills the window')
    await expectAccessible(page)

    // A click removes the toast under the pointer. The next one still disappears by itself.
    await notices(page).getByRole('button', { name: 'Undo' }).click()
    await notices(page).waitFor({ state: 'detached' })
    await page.getByRole('feed').focus()
    await page.mouse.move(640, 200)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+H')
    await notices(page).waitFor()
    await page.clock.runFor(11_000)
    await notices(page).waitFor({ state: 'detached' })
  })

  it('do not cover tabs on a phone, and reduce the motion of their ring', async () => {
    const { world, path } = await topicOf(20)
    const page = await openApp(world, world.alice, '/inbox', { ...phone, reducedMotion: 'reduce' })
    await page.getByRole('grid').waitFor()
    await page.keyboard.press('Shift+H')
    await notices(page).first().waitFor()
    await expectClear(page, 'with tabs')
    await page.goto(`${world.url}${path}`)
    await expectSettled(page)
    await page.keyboard.press('Shift+F')
    await notices(page).first().waitFor()
    await expectClear(page, 'with a closed box')
    await page.getByRole('button', { name: /^Message #design/ }).tap()
    await composeField(page).fill(lines(9).join('\n'))
    await expectClear(page, 'with an open box')
    const timing = notices(page)
      .locator('[data-ring] circle')
      .last()
      .evaluate((one) => getComputedStyle(one).animationTimingFunction)
    expect(await timing).toMatch(/^steps\(/)
    await expectAccessible(page)
  })
})

describe('A short feed', () => {
  it('shows its pills side by side when a large compose box leaves little room', async () => {
    const { world, path, ids } = await topicOf(80)
    const page = await openApp(world, world.alice, `${path}?at=${ids[40]}`)
    await expectSettled(page)
    await page.keyboard.press('r')
    await composeField(page).fill(lines(30).join('\n'))
    const up = page.getByRole('button', { name: /unread/ })
    const down = page.getByRole('button', { name: /\d new|Latest/ })
    for (const [width, height] of [
      [640, 400],
      [360, 400],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      const overlap = async () => {
        const [a, b, list] = await Promise.all([
          up.boundingBox(),
          down.boundingBox(),
          page.getByRole('feed').boundingBox(),
        ])
        if (a === null || b === null || list === null) return 'not there'
        if ([a, b].some(({ x, width: wide }) => x < 0 || x + wide > width)) return 'outside of the window'
        if ([a, b].some(({ y, height: tall }) => y < list.y || y + tall > list.y + list.height))
          return 'outside of the list'
        const isApart =
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        return isApart ? '' : 'over each other'
      }
      await expect.poll(overlap, { message: `${width} x ${height}` }).toBe('')
    }
    await expectAccessible(page)
  })
})

describe('A formula', () => {
  it('that is wider than a phone scrolls to its end, and inline ones stay on the baseline', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const sum = Array.from({ length: 30 }, (_, n) => `x_{${n}}`).join('+')
    await sendAll(carol, { channelId, topic: 'logo' }, [
      `So it is $$\\frac{${sum}}{n}$$ in the end.`,
      `Or on a line of its own:\n\`\`\`math\n\\frac{${sum}}{n}\n\`\`\``,
      'Here $$y = x^2$$ is short.',
    ])
    const page = await openApp(world, alice, `/c/${channelId}/t/logo`, phone)
    await messageWith(page, 'is short').waitFor()
    // Its style sheet is loaded with the first formula.
    await page.waitForFunction(() => {
      const line = document.querySelector('.katex-mathml')
      return line !== null && getComputedStyle(line).position === 'absolute'
    })
    for (const words of ['So it is', 'Or on a line']) {
      const formula = messageWith(page, words).locator('.katex')
      await formula.waitFor()
      const reached = await formula.evaluate((one) => {
        one.scrollIntoView({ block: 'nearest' })
        for (let up: Element | null = one; up !== null; up = up.parentElement) {
          if (/auto|scroll/.test(getComputedStyle(up).overflowX)) {
            up.scrollLeft = up.scrollWidth
            break
          }
        }
        const parts = [...one.querySelectorAll('.katex-html .mord')]
        return Math.max(...parts.map((part) => part.getBoundingClientRect().right))
      })
      expect(reached, words).toBeLessThanOrEqual(phone.viewport.width)
    }
    // A formula without styles is not collapsed as a long text.
    expect(await page.getByRole('button', { name: 'Show all' }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.viewport.width)
    expect(await page.getByRole('feed').evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    const [outside = 0, inside = Number.NaN] = await messageWith(page, 'is short')
      .locator('.katex')
      .evaluate((formula) => {
        /** Element on the baseline. */
        const probe = (put: (one: Element) => void) => {
          const one = document.createElement('span')
          one.style.display = 'inline-block'
          put(one)
          const { bottom } = one.getBoundingClientRect()
          one.remove()
          return bottom
        }
        const base = formula.querySelector('.base')
        return [probe((one) => formula.before(one)), probe((one) => base?.append(one))]
      })
    expect(Math.abs(outside - inside)).toBeLessThan(1)
    await expectAccessible(page)
  })
})

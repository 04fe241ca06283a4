import { castPassword } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openBrowser } from '../kit/app.ts'
import { composeField, createChannel, messageWith } from '../kit/content.ts'
import { expectUnread, frames, sendAll } from '../kit/reading.ts'

/** The focused element is visible: a ring, a caret, or the selected message of a list. */
async function expectFocus(page: Page): Promise<void> {
  const lost = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      if (element === null || element === document.body) return 'nothing has the focus'
      if (!element.checkVisibility()) return `hidden: ${element.outerHTML.slice(0, 200)}`
      if (element.matches('input, textarea, select, [role="feed"], [role="dialog"], [role="menu"]')) return ''
      const around = [element, element.parentElement, element.firstElementChild]
      const hasRing = around.some((one) => {
        if (one === null) return false
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
      })
      const isMarked = element.matches('[data-selected="true"], [data-highlighted]')
      return hasRing || isMarked ? '' : `no ring: ${element.outerHTML.slice(0, 200)}`
    })
  await expect.poll(lost).toBe('')
}

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  for (let n = 0; n < 60; n++) {
    const current = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.innerText
      return element?.getAttribute('aria-label') ?? label ?? element?.innerText ?? ''
    })
    if (name.test(current)) return await expectFocus(page)
    await page.keyboard.press(key)
    await expectFocus(page)
  }
  throw new Error(`Tab never came to ${name}.`)
}

/** Moves through the list until this message is selected. */
async function stepTo(page: Page, text: string): Promise<void> {
  for (const key of ['k', 'k', 'k', 'k', 'j', 'j', 'j', 'j']) {
    await page.keyboard.press(key)
    await expectFocus(page)
    if ((await messageWith(page, text).getAttribute('data-selected')) === 'true') return
  }
  throw new Error(`No key led to ${text}`)
}

describe('The keyboard', () => {
  it('is sufficient for everything: log in, catch up, reply, react, move, search, change a setting, log out', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await sendAll(world.alice, { channelId, topic: 'logo' }, [
      'The leaf.',
      'The fruit.',
      'Which of the loquats?',
    ])
    const page = await openBrowser()
    await page.addInitScript(() => {
      for (const type of ['pointerdown', 'mousedown', 'touchstart'])
        addEventListener(type, () => sessionStorage.setItem('pointer', type), true)
    })
    await page.goto(`${world.url}/login`)
    await page.getByLabel('Email').waitFor()
    await tabTo(page, /^Email/)
    await page.keyboard.type(world.carol.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(castPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('grid').waitFor()

    await page.keyboard.press('n')
    await messageWith(page, 'Which of the loquats?').waitFor()
    await expectFocus(page)
    await expectUnread(world.carol, 0)
    await page.keyboard.press('r')
    await composeField(page).waitFor()
    await page.keyboard.type('The fruit, please')
    await page.keyboard.press('Control+Enter')
    await page.locator('[data-message]').filter({ hasText: 'The fruit, please' }).waitFor()
    await page.keyboard.press('Escape')
    await expectFocus(page)

    await stepTo(page, 'Which of the loquats?')
    await page.keyboard.press('+')
    await messageWith(page, 'Which of the loquats?').getByRole('button', { name: '+1, 1' }).waitFor()
    await page.keyboard.press(':')
    await page.getByLabel('Search emoji').waitFor()
    await page.keyboard.type('tada')
    await page.keyboard.press('Enter')
    await messageWith(page, 'Which of the loquats?').getByRole('button', { name: 'tada, 1' }).waitFor()
    await expectFocus(page)
    // A mouse over it keeps its buttons visible, and they could get the focus.
    await messageWith(page, 'Which of the loquats?').hover()
    await page.keyboard.press('i')
    await page.locator('[role=menu]:focus-within').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await frames(page)
    expect(await messageWith(page, 'Which of the loquats?').evaluate((one) => one.matches(':focus'))).toBe(
      true,
    )

    await stepTo(page, 'The fruit, please')
    await page.keyboard.press('m')
    await page.getByRole('dialog', { name: 'Move or rename' }).waitFor()
    await expectFocus(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('answers')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await messageWith(page, 'The fruit, please').waitFor({ state: 'detached' })
    await expectFocus(page)

    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search messages' })
    await field.waitFor()
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.type('fruit please')
    await page.keyboard.press('Enter')
    await messageWith(page, 'The fruit, please').waitFor()
    // Keys go to the results once the field has lost the focus.
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(false)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/t\/answers/)
    await expectFocus(page)

    await page.keyboard.press('Control+,')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /^24-hour time/)
    await page.keyboard.press('Space')
    await page.getByText('Saved').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocus(page)
    await expectAccessible(page)

    for (let n = 0; n < 5; n++) {
      if (await page.evaluate(() => document.activeElement?.closest('[data-region="left"]') != null)) break
      await page.keyboard.press('F6')
    }
    await tabTo(page, /^Orchard/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.locator('[role=menu]:focus-within').waitFor()
    await page.keyboard.press('End')
    await page.locator('[role=menuitem]:focus', { hasText: 'Log out' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/login/)
    expect(await page.evaluate(() => sessionStorage.getItem('pointer'))).toBeNull()
    await expectAccessible(page)
  })
})

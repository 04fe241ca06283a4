import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel } from '../kit/content.ts'
import { phone } from '../kit/touch.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Help pages' })
/** For looking at the result by eye. */
const shoot = async (page: Page, name: string) => {
  const folder = process.env.E2E_SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/help-${name}.png` })
}

describe('Help', () => {
  it('is searched, read and left by keyboard, and explains settings where they are', async () => {
    const world = await createAppWorld()
    const page = await openApp(world, world.carol, '/inbox')
    await page.keyboard.press('g')
    await page.keyboard.press('h')
    await pages(page).getByRole('link', { name: 'How Loquat works' }).waitFor()
    await expectAccessible(page)
    await shoot(page, 'overview')
    // The search has the focus; arrow keys lead to the results.
    await page.keyboard.type('passkey')
    await pages(page)
      .getByText(/^\d+ pages? found/)
      .waitFor()
    await shoot(page, 'results')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await heading(page, 'Two-factor authentication and passkeys').waitFor()
    await expectAccessible(page)
    await shoot(page, 'page')
    // A link opens the setting, whose question mark leads back.
    await page.getByRole('article').getByRole('link', { name: 'Settings → Account & security' }).click()
    await page
      .getByRole('dialog', { name: 'Settings' })
      .getByRole('link', { name: /^Help: / })
      .click()
    await heading(page, 'Two-factor authentication and passkeys').waitFor()
    // Only the page is printed.
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
    await shoot(page, 'print')
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await shoot(page, 'dark')
    await page.goto(`${world.url}/help/nothing`)
    await page.getByText("This help page doesn't exist.").waitFor()
  })

  it('shows every format and its result beside the compose box', async () => {
    const world = await createAppWorld()
    const { channelId } = await createChannel(world, 'design', [world.carol])
    const page = await openApp(world, world.carol, `/c/${channelId}/t/logo`)
    await page.keyboard.press('r')
    const field = page.getByRole('textbox', { name: /^Message to/ })
    await field.fill('half a thought')
    await page.getByRole('button', { name: 'Formatting help' }).click()
    const help = page.getByRole('dialog', { name: 'Formatting help' })
    await help.getByText('quoted text', { exact: true }).waitFor()
    await expectAccessible(page)
    await shoot(page, 'formatting')
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    await expect.poll(() => field.evaluate((area) => area === document.activeElement)).toBe(true)
    expect(await field.inputValue()).toBe('half a thought')
  })

  it('is opened on phones, in German', async () => {
    const world = await createAppWorld()
    await world.carol.api.updateSettings({ default_language: 'de' })
    const page = await openApp(world, world.carol, '/inbox', phone)
    await page.getByRole('button', { name: 'Du', exact: true }).tap()
    await page.getByRole('link', { name: 'Hilfe' }).tap()
    const search = page.getByRole('searchbox', { name: 'Hilfe durchsuchen' })
    await shoot(page, 'phone-overview')
    await search.fill('stoeren')
    await page.getByRole('link', { name: /^Benachrichtigungen/ }).tap()
    await heading(page, 'Benachrichtigungen').waitFor()
    await expectAccessible(page)
    await shoot(page, 'phone-page')
    await page.getByRole('link', { name: 'Alle Hilfeseiten' }).tap()
    await search.waitFor()
  })
})

import type { World } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp, openBrowser, startSession } from '../kit/app.ts'
import { composeField, createChannel, write } from '../kit/content.ts'
import { phone } from '../kit/touch.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const pages = (page: Page) => page.getByRole('navigation', { name: 'Help pages' })
/** For looking at the result by eye. */
const shoot = async (page: Page, name: string) => {
  const folder = process.env.E2E_SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/help-${name}.png` })
}

/** Opens the app as somebody who joined before the last version. */
async function openAsVeteran(world: World): Promise<Page> {
  const page = await openBrowser()
  await page.route('**/json/register', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(
      /"date_joined":"[^"]+"/g,
      '"date_joined":"2026-01-01T00:00:00Z"',
    )
    await route.fulfill({ response, body })
  })
  await startSession(page, world, world.carol)
  await page.goto(`${world.url}/inbox`)
  return page
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
    await page.getByRole('searchbox', { name: 'Search help' }).fill('pin')
    await pages(page).getByText('Press B, or choose').waitFor()
    await page.getByRole('searchbox', { name: 'Search help' }).fill('passkey')
    await pages(page)
      .getByRole('link', { name: /^Two-factor/ })
      .waitFor()
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
    await page.getByText('No messages yet.').waitFor()
    await write(page, 'half a thought')
    const field = composeField(page)
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

  it('has a dot for news after an upgrade, until they are opened on any device', async () => {
    const world = await createAppWorld()
    const page = await openAsVeteran(world)
    const menu = page.getByRole('button', { name: /Orchard/ })
    await menu.getByRole('img', { name: 'News' }).waitFor()
    await shoot(page, 'dot')
    await menu.click()
    await page.getByRole('menuitem', { name: /^What's new/ }).click()
    await heading(page, "What's new").waitFor()
    await menu.getByRole('img', { name: 'News' }).waitFor({ state: 'detached' })
    const elsewhere = await openAsVeteran(world)
    await elsewhere.getByRole('treeitem', { name: 'general' }).waitFor()
    expect(await elsewhere.getByRole('img', { name: 'News' }).count()).toBe(0)
  })

  it('is opened on phones, in German', async () => {
    const world = await createAppWorld()
    await world.carol.api.updateSettings({ default_language: 'de' })
    const page = await openApp(world, world.carol, '/inbox', phone)
    await page.getByRole('button', { name: 'Du', exact: true }).tap()
    await page.getByRole('link', { name: 'Hilfe' }).tap()
    const search = page.getByRole('searchbox', { name: 'Hilfe durchsuchen' })
    await search.waitFor()
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

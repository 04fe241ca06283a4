import { createWorld } from '@loquat/devkit'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createAppWorld, openApp, openBrowser } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { textProblems } from '../kit/legible.ts'
import { visit } from '../kit/screens.ts'

const folder = process.env.E2E_SCREENSHOTS
async function shoot(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: `${folder}/languages-${name}.png` })
}

const directionOf = (page: Page) =>
  page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])

describe('Arabic', () => {
  it('mirrors the app, isolates names, counts in its plural forms and loads no other language', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    const texts = ['First.', 'مرحبًا بالجميع', 'Third (with brackets).']
    for (const content of texts)
      await carol.api.sendMessage({ type: 'channel', to: channelId, topic: 'logo', content })

    const page = await openApp(world, alice, '/settings/preferences')
    await page.getByLabel('Language').waitFor()
    const loaded: string[] = []
    page.on('request', (request) => {
      if (/texts-[\w-]+\.json/.test(request.url())) loaded.push(/texts-(\w+)/.exec(request.url())?.[1] ?? '')
    })
    await page.getByLabel('Language').selectOption('ar')
    await page.getByRole('switch', { name: 'نظام 24 ساعة' }).waitFor()
    expect(loaded).toEqual(['ar'])
    expect(await directionOf(page)).toEqual(['ar', 'rtl'])
    await shoot(page, 'settings')

    await visit(page, `/inbox`)
    // "Three messages": the form for few.
    await page
      .getByText(/٣ غير مقروءة|3 غير مقروءة/)
      .first()
      .waitFor({ state: 'attached' })
    await shoot(page, 'inbox')
    await visit(page, `/c/${channelId}/t/logo`)
    const [sidebar, feed] = await Promise.all([
      page.getByRole('navigation').first().boundingBox(),
      page.getByRole('feed').boundingBox(),
    ])
    expect(sidebar?.x).toBeGreaterThan(feed?.x ?? Number.POSITIVE_INFINITY)
    const direction = (text: string) =>
      messageWith(page, text)
        .locator('.message-content')
        .evaluate((element) => getComputedStyle(element).direction)
    expect(await direction('First.')).toBe('ltr')
    expect(await direction('مرحبًا بالجميع')).toBe('rtl')
    await page.getByRole('button', { name: 'عرض الملف الشخصي لـ \u2068Carol Member\u2069' }).first().waitFor()
    await page.getByText('\u2068#design\u2069').first().waitFor()
    // Latin names are at the side of their icons.
    const name = page.getByRole('treeitem', { name: /general/ }).locator('[dir=auto]')
    expect(await name.evaluate((element) => getComputedStyle(element).textAlign)).toMatch(
      /right|match-parent/,
    )
    const title = page.getByRole('heading', { level: 1 })
    const [icon, channel] = await Promise.all([
      title.locator('svg').boundingBox(),
      title.getByText('design').boundingBox(),
    ])
    expect(icon?.x).toBeGreaterThan(channel?.x ?? Number.POSITIVE_INFINITY)
    await page.keyboard.press('r')
    const empty = page.getByRole('main').locator('textarea')
    expect(await empty.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl')
    await empty.fill('Latin')
    await expect.poll(() => empty.evaluate((field) => getComputedStyle(field).direction)).toBe('ltr')
    await empty.fill('')
    expect(await textProblems(page)).toEqual([])
    await shoot(page, 'topic')

    const phone = await openApp(world, alice, `/c/${channelId}/t/logo`, { phone: true })
    await messageWith(phone, 'First.').waitFor()
    expect(await directionOf(phone)).toEqual(['ar', 'rtl'])
    expect(await textProblems(phone)).toEqual([])
    await shoot(phone, 'phone-topic')
    await visit(phone, '/inbox')
    await shoot(phone, 'phone-inbox')
  })

  it('is found by the language of the browser, on the login page', async () => {
    const world = await createWorld()
    const page = await openBrowser({ locale: 'ar-EG' })
    await page.goto(`${world.url}/login`)
    expect(await directionOf(page)).toEqual(['ar', 'rtl'])
    await page.getByRole('heading', { name: /تسجيل الدخول إلى/ }).waitFor()
    await page.getByRole('link', { name: 'Deutsch' }).waitFor()
    await shoot(page, 'login')
  })
})

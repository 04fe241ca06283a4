import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { createChannel, messageWith } from '../kit/content.ts'
import { sendAll } from '../kit/reading.ts'
import { phone } from '../kit/touch.ts'

const accent = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--lq-leaf)'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
const folder = process.env.E2E_SCREENSHOTS
async function keepPicture(page: Page, name: string): Promise<void> {
  if (folder !== undefined) await page.screenshot({ path: `${folder}/themes-${name}.png` })
}
const violet = 'rgb(97, 72, 155)'
const blue = 'rgb(30, 91, 161)'

describe('Colors', () => {
  it('of the organization are checked for contrast and shown to everyone; a personal accent comes first', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(carol, { channelId, topic: 'logo' }, ['Which color?', 'Violet!'])
    const page = await openApp(world, alice, '/organization/profile', { colorScheme: 'light' })
    const other = await openApp(world, carol, `/c/${channelId}/t/logo`, { colorScheme: 'dark' })
    await messageWith(other, 'Violet').waitFor()
    const before = await accent(page)

    // Live preview, a poor contrast, and the nearest color that works.
    const field = page.getByLabel('Color of the organization', { exact: true }).last()
    await field.fill('teal')
    await page.keyboard.press('Enter')
    await page.getByText('This is not a color. Use a code such as #116954.').waitFor()
    await field.fill('#ffcc00')
    await page.getByText('White text on this color has a contrast of 1.5:1, but needs 4.5:1.').waitFor()
    await expect.poll(() => accent(page)).not.toBe(before)
    await keepPicture(page, 'poor')
    await page.getByRole('button', { name: /^Use #/ }).click()
    await page.getByText(/^White text on this color/).waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'Violet' }).click()
    await expect.poll(() => accent(page)).toBe(violet)
    await expectAccessible(page)
    const dark = await accent(other)
    await expect.poll(async () => (await carol.api.register({})).realm_accent_color).toBe('#61489b')
    await expect.poll(() => accent(other)).not.toBe('oklch(0.74 0.105 172)')
    expect(dark).not.toBe(violet)
    await expectAccessible(other)
    await keepPicture(other, 'dark')

    // By keyboard, and on a phone.
    const small = await openApp(world, carol, '/settings/preferences', { ...phone, colorScheme: 'light' })
    await expect.poll(() => accent(small)).toBe(violet)
    await small.getByRole('radio', { name: 'Color of the organization' }).focus()
    await small.keyboard.press('ArrowRight')
    await small.keyboard.press('ArrowRight')
    await expect.poll(() => accent(small)).toBe(blue)
    await expectAccessible(small)
    await keepPicture(small, 'phone')
    await expect.poll(async () => (await carol.api.register({})).user_settings?.accent_color).toBe('#1e5ba1')
  })
})

describe('Spacing', () => {
  it('is dense or roomy for messages and the sidebar, with text size and line height', async () => {
    const world = await createAppWorld()
    const { alice, carol } = world
    const { channelId } = await createChannel(world, 'design', [alice, carol])
    await sendAll(carol, { channelId, topic: 'logo' }, ['One', 'Two'])
    const page = await openApp(world, carol, `/c/${channelId}/t/logo`)
    await messageWith(page, 'Two').waitFor()
    const heights = async () => ({
      list:
        (
          await page
            .getByRole('treeitem', { name: /^Recent/ })
            .first()
            .boundingBox()
        )?.height ?? 0,
      message: (await messageWith(page, 'One').boundingBox())?.height ?? 0,
    })
    const regular = await heights()
    await carol.api.updateSettings({ web_spacing: 'dense' })
    await expect.poll(async () => (await heights()).list).toBeLessThan(regular.list)
    await expect.poll(async () => (await heights()).message).toBeLessThan(regular.message)
    await keepPicture(page, 'dense')
    await carol.api.updateSettings({ web_spacing: 'roomy' })
    await expect.poll(async () => (await heights()).list).toBeGreaterThan(regular.list)
    await expect.poll(async () => (await heights()).message).toBeGreaterThan(regular.message)
    await keepPicture(page, 'roomy')
    // The list of people: compact, or with the status.
    await alice.api.updateStatus({ status_text: 'Picking plums' })
    await carol.api.updateSettings({ user_list_style: 2 })
    await page.getByText('Picking plums').waitFor()
    await carol.api.updateSettings({ user_list_style: 1 })
    await page.getByText('Picking plums').waitFor({ state: 'detached' })
    await page.goto(`${world.url}/settings/preferences`)
    await page.getByRole('radio', { name: /Compact$/ }).click()
    await expect
      .poll(async () => (await carol.api.register({})).user_settings)
      .toMatchObject({ web_font_size_px: 14, web_line_height_percent: 122, web_spacing: 'dense' })
    await keepPicture(page, 'settings')
  })
})

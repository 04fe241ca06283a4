import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { violations } from '../kit/accessible.ts'
import { openApp } from '../kit/app.ts'
import { tooWide, withLongNames } from '../kit/long-names.ts'
import { createSampleWorld, visit } from '../kit/screens.ts'

type Media = Parameters<Page['emulateMedia']>[0]

/** Rules that depend on colors. The others give the same result as in light. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** In high contrast, secondary text has the same color as other text. */
async function expectNoSoftText(page: Page): Promise<void> {
  const colors = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['text', 'text-soft', 'text-faint'].map((name) => style.getPropertyValue(`--lq-${name}`))
  })
  expect(new Set(colors).size).toBe(1)
}

/** Every color of the design, by the name of its custom property. */
const tokens = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    const colorOf = (name: string) => {
      probe.style.color = `var(${name})`
      return getComputedStyle(probe).color
    }
    const names = [...document.styleSheets].flatMap((sheet) =>
      [...sheet.cssRules].flatMap((rule) =>
        rule instanceof CSSStyleRule && rule.selectorText.startsWith(':root')
          ? [...rule.style].filter((name) => name.startsWith('--lq-'))
          : [],
      ),
    )
    const colors = Object.fromEntries(names.map((name) => [name, colorOf(name)]))
    probe.remove()
    return colors
  })

const light: Media = { colorScheme: 'light', contrast: null, forcedColors: null }
const dark: Media = { colorScheme: 'dark', contrast: null, forcedColors: null }
const lightHighContrast: Media = { colorScheme: 'light', contrast: 'more', forcedColors: null }
const darkHighContrast: Media = { colorScheme: 'dark', contrast: 'more', forcedColors: null }
const forcedColors: Media = { colorScheme: 'light', contrast: null, forcedColors: 'active' }

describe('Every screen', () => {
  // Opens each screen once for all color schemes: opening takes longer than checking.
  it('has no serious accessibility violation in light, dark, high contrast and forced colors', async () => {
    const { world, paths, mainPaths } = await createSampleWorld()
    const page = await openApp(world, world.alice, '/inbox')
    // Without transitions, colors change at once.
    await page.addStyleTag({ content: '*, ::before, ::after { transition: none !important }' })
    const found: string[] = []
    const look = async (name: string, media: Media, path: string, rules?: readonly string[]) => {
      await page.emulateMedia(media)
      for (const barrier of await violations(page, rules)) found.push(`${name}, ${path}: ${barrier}`)
    }
    for (const path of paths) {
      await page.emulateMedia(light)
      await visit(page, path)
      await look('light', light, path)
      await look('dark', dark, path, colorRules)
      await look('high contrast, light', lightHighContrast, path, colorRules)
      await look('high contrast, dark', darkHighContrast, path, colorRules)
      if (path === paths[0]) await expectNoSoftText(page)
      // Forced colors differ little between screens.
      if (mainPaths.includes(path)) await look('forced colors', forcedColors, path)
    }
    expect(found).toEqual([])
  })

  it('has the same colors with the high-contrast setting of the app and of the system', async () => {
    const { world, mainPaths } = await createSampleWorld()
    const page = await openApp(world, world.alice, '/inbox')
    const bySystem: Record<string, string>[] = []
    for (const media of [lightHighContrast, darkHighContrast]) {
      await page.emulateMedia(media)
      bySystem.push(await tokens(page))
    }
    await page.emulateMedia(light)
    const normal = await tokens(page)
    await world.alice.api.updateSettings({ high_contrast_mode: true })
    await expect.poll(() => tokens(page)).not.toEqual(normal)
    await expectNoSoftText(page)
    const bySetting: Record<string, string>[] = []
    for (const media of [light, dark]) {
      await page.emulateMedia(media)
      bySetting.push(await tokens(page))
    }
    expect(bySetting).toEqual(bySystem)
    await page.emulateMedia(light)
    const found: string[] = []
    for (const path of mainPaths) {
      await visit(page, path)
      for (const barrier of await violations(page, colorRules)) found.push(`${path}: ${barrier}`)
    }
    expect(found).toEqual([])
  })

  it.each([
    { window: 'a small phone', device: { phone: true, viewport: { width: 360, height: 640 } } },
    { window: 'a desktop at 200 %', device: { viewport: { width: 640, height: 400 } } },
    { window: 'a desktop', device: {} },
  ])('keeps the longest names inside $window', async ({ device }) => {
    const { world, paths, names } = await withLongNames()
    const page = await openApp(world, world.alice, '/inbox', device)
    const found: string[] = []
    for (const path of paths) {
      await visit(page, path)
      for (const one of await tooWide(page)) found.push(`${path}: ${one}`)
    }
    expect(found).toEqual([])

    await visit(page, paths[0] ?? '')
    // Cells are not squeezed to single letters: the table scrolls.
    const cell = await page.getByRole('columnheader', { name: 'Number of trees' }).first().boundingBox()
    expect(cell?.width).toBeGreaterThan(60)
    // Part of both names is visible.
    for (const name of [names.channel, names.topic]) {
      const heading = page.getByRole('heading', { level: 1 }).getByText(name)
      expect((await heading.boundingBox())?.width, name).toBeGreaterThan(60)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Go anywhere' }).fill(names.topic.slice(0, 8))
    const option = page.getByRole('option', { name: 'topic' }).first()
    expect((await option.getByText(names.topic).boundingBox())?.width).toBeGreaterThan(60)
    expect(await tooWide(page)).toEqual([])
  })
})

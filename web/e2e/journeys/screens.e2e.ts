import { describe, expect, it } from 'vitest'
import { barriers } from '../kit/accessible.ts'
import { type Device, openApp } from '../kit/app.ts'
import { tooWide, withLongNames } from '../kit/long-names.ts'
import { furnished, visit } from '../kit/screens.ts'

interface Looks {
  looks: string
  device: Device
  /** By the setting, not by the system. */
  highContrast?: boolean
  /** Only what depends on colours: the rest is the same as in light. */
  colours?: boolean
  /** Not all screens: with the colours of the system there is little that differs between them. */
  mainOnly?: boolean
}

const all: Looks[] = [
  { looks: 'light', device: { colorScheme: 'light' } },
  { looks: 'dark', device: { colorScheme: 'dark' }, colours: true },
  { looks: 'high contrast, light', device: { colorScheme: 'light' }, highContrast: true, colours: true },
  { looks: 'high contrast, dark', device: { colorScheme: 'dark', contrast: 'more' }, colours: true },
  { looks: 'forced colours', device: { forcedColors: 'active' }, mainOnly: true },
]

describe('every screen', () => {
  it.each(all)(
    'has nothing serious in people’s way: $looks',
    { timeout: 600_000 },
    async ({ device, highContrast = false, colours = false, mainOnly = false }) => {
      const { world, paths, mainPaths } = await furnished()
      if (highContrast) await world.alice.api.updateSettings({ high_contrast_mode: true })
      const page = await openApp(world, world.alice, '/inbox', device)
      const found: string[] = []
      for (const path of mainOnly ? mainPaths : paths) {
        await visit(page, path)
        for (const barrier of await barriers(
          page,
          colours ? ['color-contrast', 'link-in-text-block'] : undefined,
        ))
          found.push(`${path}: ${barrier}`)
      }
      expect(found).toEqual([])
      if (highContrast || device.contrast === 'more') {
        // Nothing is softer than the text itself.
        const soft = await page.evaluate(() => {
          const style = getComputedStyle(document.documentElement)
          return ['text', 'text-soft', 'text-faint'].map((name) => style.getPropertyValue(`--lq-${name}`))
        })
        expect(new Set(soft).size).toBe(1)
      }
    },
  )

  it.each([
    { window: 'a small phone', device: { phone: true, viewport: { width: 360, height: 640 } } },
    { window: 'a desktop at 200 %', device: { viewport: { width: 640, height: 400 } } },
    { window: 'a desktop', device: {} },
  ])('keeps the longest names inside $window', { timeout: 300_000 }, async ({ device }) => {
    const { world, paths, names } = await withLongNames()
    const page = await openApp(world, world.alice, '/inbox', device)
    const found: string[] = []
    for (const path of paths) {
      await visit(page, path)
      for (const one of await tooWide(page)) found.push(`${path}: ${one}`)
    }
    expect(found).toEqual([])

    await visit(page, paths[0] ?? '')
    // Letters under each other are no table: it scrolls by itself.
    const cell = await page.getByRole('columnheader', { name: 'Number of trees' }).first().boundingBox()
    expect(cell?.width).toBeGreaterThan(60)
    // Of both names something is to be seen.
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

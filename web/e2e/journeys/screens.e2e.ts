import { describe, expect, it } from 'vitest'
import { barriers } from '../kit/accessible.ts'
import { type Device, openApp } from '../kit/app.ts'
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
})

import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { barriers, expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, openApp } from '../kit/app.ts'
import { furnish, visit } from '../kit/routes.ts'

const texts = fileURLToPath(new URL('../../src/texts/', import.meta.url))

/** Every text of a language, by its id. */
async function catalogue(language: string): Promise<Map<string, string>> {
  const files = await readdir(`${texts}${language}`)
  const all = await Promise.all(files.map((file) => readFile(`${texts}${language}/${file}`, 'utf8')))
  return new Map(all.flatMap((text) => Object.entries(JSON.parse(text) as Record<string, string>)))
}

/** English texts that cannot be German ones by chance. */
async function onlyEnglish(): Promise<string[]> {
  const [english, german] = await Promise.all([catalogue('en'), catalogue('de')])
  const translated = new Set(german.values())
  return [...english]
    .filter(([id, text]) => german.get(id) !== text && !translated.has(text) && !text.includes('{'))
    .map(([, text]) => text)
}

/** Whatever is written on the screen, or said by it. */
const wordsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode as Text
      if (parent?.closest('script, style, [data-message], [dir="auto"]') === null) found.add(data.trim())
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title'])
        found.add(element.getAttribute(name)?.trim() ?? '')
    return [...found]
  })

/** Buttons and headings whose words do not fit into them, and screens that are wider than the window. */
const cutOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut = [
      ...document.querySelectorAll<HTMLElement>('button, [role="tab"], h1, h2, legend, label'),
    ].filter(
      (one) =>
        one.checkVisibility() &&
        one.clientWidth > 30 &&
        one.scrollWidth > one.clientWidth + 2 &&
        getComputedStyle(one).overflowX !== 'visible' &&
        getComputedStyle(one).textOverflow !== 'ellipsis',
    )
    const isWide = document.documentElement.scrollWidth > innerWidth
    return [...cut.map((one) => one.innerText), ...(isWide ? ['the whole page'] : [])]
  })

const wear = (page: Page, theme: string, contrast: string) =>
  page.evaluate(([theme, contrast]) => Object.assign(document.documentElement.dataset, { theme, contrast }), [
    theme,
    contrast,
  ] as const)

describe('every screen', () => {
  it.for(['views', 'dialogs', 'settings', 'organization'] as const)(
    'can be used by everybody, light, dark and with high contrast: %s',
    { timeout: 240_000 },
    async (area) => {
      const world = await createAppWorld()
      const { [area]: paths } = await furnish(world)
      const page = await openApp(world, world.alice, '/inbox', { reducedMotion: 'reduce' })
      const found: string[] = []
      const note = async (path: string, rules?: string[]) =>
        found.push(...(await barriers(page, rules)).map((problem) => `${path}: ${problem}`))
      for (const path of paths) {
        await wear(page, 'light', 'normal')
        await visit(page, path)
        await note(path)
        // What differs are colours.
        for (const [theme, contrast] of [
          ['dark', 'normal'],
          ['light', 'more'],
          ['dark', 'more'],
        ] as const) {
          await wear(page, theme, contrast)
          await note(`${path}, ${theme}, ${contrast}`, ['color-contrast'])
        }
      }
      expect(found).toEqual([])
    },
  )

  it('is usable with the colours of the system', async () => {
    const world = await createAppWorld()
    const { views } = await furnish(world)
    const page = await openApp(world, world.alice, '/inbox', {
      forcedColors: 'active',
      reducedMotion: 'reduce',
    })
    for (const path of [...views.slice(0, 1), ...views.slice(-5, -3), '/settings/preferences']) {
      await visit(page, path)
      await expectAccessible(page)
    }
  })

  it('is German for whoever wants that, and nothing is cut', { timeout: 120_000 }, async () => {
    const world = await createAppWorld()
    const areas = await furnish(world)
    await world.alice.api.updateSettings({ default_language: 'de' })
    const page = await openApp(world, world.alice, '/inbox', { reducedMotion: 'reduce', locale: 'de-DE' })
    const english = new Set(await onlyEnglish())
    const ids = new Set((await catalogue('en')).keys())
    const found: string[] = []
    for (const path of Object.values(areas).flat()) {
      await visit(page, path)
      const left = (await wordsOn(page)).filter((words) => english.has(words) || ids.has(words))
      found.push(...left.map((words) => `${path}: ${words}`))
      found.push(...(await cutOn(page)).map((words) => `${path}, cut: ${words}`))
    }
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
    expect(found).toEqual([])
    await expectAccessible(page)
  })
})

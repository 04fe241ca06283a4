import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { openApp } from '../kit/app.ts'
import { textProblems } from '../kit/legible.ts'
import { createSampleWorld, visit } from '../kit/screens.ts'

/** Marker of every text in the pseudo-language. */
const marks: Record<string, string> = { 'en-XA': '⟦', 'ar-XB': '\u200f' }

describe('Every screen in a translation', () => {
  it.each(['de', 'en-XA', 'ar-XB'])(
    'has no cut, overlapping or untranslated text in %s',
    async (language) => {
      const { world, paths, names } = await createSampleWorld()
      const found: Record<string, string[]> = {}
      for (const phone of [false, true]) {
        const page = await openApp(world, world.alice, `/inbox?language=${language}`, { phone })
        await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language)
        expect(await page.evaluate(() => document.documentElement.dir)).toBe(
          language === 'ar-XB' ? 'rtl' : 'ltr',
        )
        for (const path of paths) {
          await visit(page, path)
          const wrong = await textProblems(page, marks[language], names)
          if (wrong.length > 0) found[`${phone ? 'phone' : 'desktop'} ${path}`] = wrong
        }
        await expectAccessible(page)
      }
      expect(found).toEqual({})
    },
  )
})

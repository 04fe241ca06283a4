import { emojiByCategory } from '@loquat/server/markdown/emoji/unicode.ts'
import { expect, test } from 'vitest'
import { readCatalog } from '../../build/catalog.ts'
import { statusPresets } from './status-presets.ts'

test('status presets have emoji that the server knows by this name', () => {
  const known = new Map(emojiByCategory().flatMap(({ emoji }) => emoji.map((one) => [one.code, one.names])))
  for (const { name, code } of statusPresets) expect(known.get(code), name).toContain(name)
})

test('status presets are short enough in every language', () => {
  const folder = new URL('../texts', import.meta.url).pathname
  for (const language of ['en', 'de']) {
    const texts = readCatalog(folder, language)
    for (const { id } of statusPresets) {
      const words = texts[`status.preset.${id}`] ?? ''
      expect(words).not.toBe('')
      expect([...words].length).toBeLessThanOrEqual(60)
    }
  }
})

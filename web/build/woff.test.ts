import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { withoutTable } from './woff.ts'

const file = fileURLToPath(
  import.meta.resolve('@fontsource/noto-color-emoji/files/noto-color-emoji-1-400-normal.woff'),
)

/** The tables of a font, uncompressed. */
function tablesOf(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let n = 0; n < font.readUInt16BE(12); n++) {
    const entry = font.subarray(44 + n * 20, 64 + n * 20)
    const [offset, length, original] = [4, 8, 12].map((at) => entry.readUInt32BE(at))
    const bytes = font.subarray(offset, (offset ?? 0) + (length ?? 0))
    tables.set(entry.toString('latin1', 0, 4), length === original ? bytes : inflateSync(bytes))
  }
  return tables
}

it('removes one table of a font and keeps the others unchanged', () => {
  const font = readFileSync(file)
  const smaller = withoutTable(font, 'SVG ')
  const wanted = tablesOf(font)
  expect(wanted.delete('SVG ')).toBe(true)
  expect(tablesOf(smaller)).toEqual(wanted)
  expect(smaller.readUInt32BE(8)).toBe(smaller.length)
  expect(smaller.length).toBeLessThan(font.length / 2)
})

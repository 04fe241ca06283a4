import { describe, expect, it } from 'vitest'
import type { EmojiEntry } from './emoji.ts'
import { moveCell, pickerRows } from './picker-rows.ts'

const emoji = (name: string, tags = '', names = [name]): EmojiEntry => ({
  name,
  names,
  tags,
  code: name,
  type: 'unicode_emoji',
})
const sections = [
  { category: 'Food', emoji: [emoji('apple'), emoji('green_apple'), emoji('pear', 'fruit'), emoji('tea')] },
  { category: 'Flags', emoji: [emoji('flag_de')] },
]
const show = (query: string, recent: string[] = []) =>
  pickerRows({ query, custom: [emoji('wren')], sections, recent, columns: 2 }).map((row) =>
    row.kind === 'heading' ? `# ${row.category}` : row.emoji.map(({ name }) => name).join(' '),
  )

describe('The rows of the emoji picker', () => {
  it('begin with recently used and custom emoji', () => {
    expect(show('', ['tea', 'gone'])).toEqual([
      '# recent',
      'tea',
      '# custom',
      'wren',
      '# Food',
      'apple green_apple',
      'pear tea',
      '# Flags',
      'flag_de',
    ])
  })

  it('are found by name, by a word of it, then by keyword', () => {
    expect(show('apple')).toEqual(['apple green_apple'])
    expect(show(':Pea')).toEqual(['pear'])
    expect(show('fruit')).toEqual(['pear'])
    expect(show('nothing')).toEqual([])
  })

  it('are navigated by arrow keys, across headings', () => {
    const rows = pickerRows({ query: '', custom: [], sections, recent: [], columns: 2 })
    expect(moveCell(rows, { row: 1, column: 1 }, 'ArrowRight')).toEqual({ row: 2, column: 0 })
    expect(moveCell(rows, { row: 2, column: 1 }, 'ArrowDown')).toEqual({ row: 4, column: 0 })
    expect(moveCell(rows, { row: 4, column: 0 }, 'ArrowLeft')).toEqual({ row: 2, column: 1 })
    expect(moveCell(rows, { row: 1, column: 0 }, 'ArrowUp')).toEqual({ row: 1, column: 0 })
    expect(moveCell(rows, { row: 1, column: 0 }, 'x')).toBeUndefined()
  })
})

import { foldText } from '../lib/fold-text.ts'
import type { EmojiEntry, EmojiSection } from './emoji.ts'

export type PickerRow =
  | { kind: 'heading'; category: string }
  | { kind: 'emoji'; emoji: readonly EmojiEntry[] }

interface Options {
  query: string
  custom: readonly EmojiEntry[]
  sections: readonly EmojiSection[]
  /** Names of recently used emoji. */
  recent: readonly string[]
  columns: number
}

/** The rows of the picker: search results, or all emoji under headings. */
export function pickerRows({ query, custom, sections, recent, columns }: Options): PickerRow[] {
  const all = [...custom, ...sections.flatMap(({ emoji }) => emoji)]
  if (query.trim() !== '') return inRows(search(query, all), columns)
  const byName = new Map(all.map((entry) => [entry.name, entry]))
  const used = recent.flatMap((name) => byName.get(name) ?? [])
  return [{ category: 'recent', emoji: used }, { category: 'custom', emoji: custom }, ...sections].flatMap(
    ({ category, emoji }): PickerRow[] =>
      emoji.length === 0 ? [] : [{ kind: 'heading', category }, ...inRows(emoji, columns)],
  )
}

function inRows(emoji: readonly EmojiEntry[], columns: number): PickerRow[] {
  const rows: PickerRow[] = []
  for (let at = 0; at < emoji.length; at += columns) {
    rows.push({ kind: 'emoji', emoji: emoji.slice(at, at + columns) })
  }
  return rows
}

const maxResults = 80

/** Matches at the start of a name first, then at the start of a word, then in the tags. */
function search(query: string, all: readonly EmojiEntry[]): EmojiEntry[] {
  const wanted = foldText(query.trim().replace(/^:|:$/g, '')).replace(/\s+/g, '_')
  const quality = ({ names, tags }: EmojiEntry): number => {
    if (names.some((name) => name.startsWith(wanted))) return names.includes(wanted) ? 0 : 1
    if (names.some((name) => name.includes(`_${wanted}`))) return 2
    return tags.split(' ').some((tag) => tag.startsWith(wanted)) ? 3 : 4
  }
  return all
    .map((entry) => ({ entry, quality: quality(entry) }))
    .filter((one) => one.quality < 4)
    .sort((a, b) => a.quality - b.quality || a.entry.name.length - b.entry.name.length)
    .slice(0, maxResults)
    .map(({ entry }) => entry)
}

export interface CellPosition {
  row: number
  column: number
}

/** The cell that an arrow key leads to, skipping headings; undefined for other keys. */
export function moveCell(
  rows: readonly PickerRow[],
  { row, column }: CellPosition,
  key: string,
): CellPosition | undefined {
  const length = (at: number) => {
    const found = rows[at]
    return found?.kind === 'emoji' ? found.emoji.length : 0
  }
  const nextRow = (from: number, way: 1 | -1) => {
    for (let at = from + way; at >= 0 && at < rows.length; at += way) if (length(at) > 0) return at
    return undefined
  }
  const into = (target: number | undefined, at: number): CellPosition =>
    target === undefined ? { row, column } : { row: target, column: Math.min(at, length(target) - 1) }
  switch (key) {
    case 'ArrowRight':
      return column + 1 < length(row) ? { row, column: column + 1 } : into(nextRow(row, 1), 0)
    case 'ArrowLeft':
      return column > 0 ? { row, column: column - 1 } : into(nextRow(row, -1), Number.POSITIVE_INFINITY)
    case 'ArrowDown':
      return into(nextRow(row, 1), column)
    case 'ArrowUp':
      return into(nextRow(row, -1), column)
    default:
      return undefined
  }
}

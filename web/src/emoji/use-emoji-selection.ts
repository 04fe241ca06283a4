import { type KeyboardEvent, useEffect, useMemo, useState } from 'react'
import { arrowOf } from '../lib/arrows.ts'
import { type EmojiChoice, type EmojiEntry, frequentEmoji, noteEmojiUse, useEmoji } from './emoji.ts'
import { type CellPosition, moveCell, type PickerRow, pickerRows } from './picker-rows.ts'
import type { SkinTone } from './skin-tones.ts'

interface Options {
  query: string
  columns: number
  onPick: (emoji: EmojiChoice) => void
  onClose: () => void
  onScroll: (row: number) => void
  /** Offers the skin tones of an emoji. */
  onTones: (entry: EmojiEntry) => void
}

/** The rows for a query, the active cell, and its keyboard handlers. */
export function useEmojiSelection({ query, columns, onPick, onClose, onScroll, onTones }: Options) {
  const { custom, sections } = useEmoji()
  const isLoading = sections === undefined
  const recent = useMemo(() => frequentEmoji(), [])
  const rows = useMemo(
    () => pickerRows({ query, custom, sections: sections ?? [], recent, columns }),
    [query, custom, sections, recent, columns],
  )
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  const first = rows.findIndex(({ kind }) => kind === 'emoji')
  // New results start at the first one.
  useEffect(() => setActive({ row: Math.max(0, first), column: 0 }), [query, first])

  const pick = (entry: EmojiEntry | undefined, isLast: boolean, tone?: SkinTone) => {
    if (entry !== undefined) {
      noteEmojiUse(entry.name)
      onPick({ name: entry.name, code: entry.code, type: entry.type, tone })
    }
    if (isLast) onClose()
  }
  // Enter before the emoji are loaded picks the first result once they are.
  const [hasPendingEnter, setPendingEnter] = useState(false)
  useEffect(() => {
    if (isLoading || !hasPendingEnter) return
    setPendingEnter(false)
    pick(entryAt(rows, { row: Math.max(0, first), column: 0 }), true)
  })
  const chosen = entryAt(rows, active)
  const keyDown = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault()
      if (chosen !== undefined) onTones(chosen)
      return
    }
    const next = moveCell(rows, active, arrowOf(event.key))
    if (next !== undefined) {
      setActive(next)
      onScroll(next.row)
    } else if (event.key === 'Enter') {
      if (isLoading) setPendingEnter(true)
      else pick(chosen, !event.shiftKey)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else return
    event.preventDefault()
  }
  return { rows, isLoading, active, setActive, chosen, pick, keyDown }
}

function entryAt(rows: readonly PickerRow[], at: CellPosition): EmojiEntry | undefined {
  const row = rows[at.row]
  return row?.kind === 'emoji' ? row.emoji[at.column] : undefined
}

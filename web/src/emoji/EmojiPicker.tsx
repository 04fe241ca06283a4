import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { arrowOf } from '../lib/arrows.ts'
import { isTouch } from '../lib/touch.ts'
import { useText } from '../texts/texts.tsx'
import { CategoryTabs } from './CategoryTabs.tsx'
import { Emoji } from './Emoji.tsx'
import { EmojiGrid } from './EmojiGrid.tsx'
import styles from './EmojiPicker.module.css'
import { type EmojiChoice, type EmojiEntry, noteEmojiUse, recentEmoji, useEmoji } from './emoji.ts'
import { moveCell, type PickerRow, pickerRows } from './picker-rows.ts'
import { SkinToneButton, SkinToneChoice } from './SkinTones.tsx'
import { tonedCode, useSkinTone } from './skin-tones.ts'

interface Props {
  onPick: (emoji: EmojiChoice) => void
  onClose?: () => void
  /** Offers skin tones. Only for text: reactions and statuses have none. */
  hasTones?: boolean
}

/** All emoji: recently used ones first, then custom ones. The search field handles the keys. */
export function EmojiPicker({ onPick, onClose, hasTones = false }: Props) {
  const text = useText()
  // Touch screens get larger cells, and no on-screen keyboard before the field is tapped.
  const [touch] = useState(isTouch)
  const [columns, rowHeight] = touch ? [7, 44] : [8, 40]
  const { custom, sections } = useEmoji()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState({ row: 0, column: 0 })
  const scroller = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [isChoosingTone, setChoosingTone] = useState(false)
  const tone = useSkinTone()
  const codeOf = ({ code, type }: EmojiEntry) =>
    hasTones && type === 'unicode_emoji' ? tonedCode(code, tone) : code
  const recent = useMemo(() => recentEmoji(), [])
  const rows = useMemo(
    () => pickerRows({ query, custom, sections: sections ?? [], recent, columns }),
    [query, custom, sections, recent, columns],
  )
  const grid = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 28 : rowHeight),
    overscan: 4,
  })
  const first = rows.findIndex(({ kind }) => kind === 'emoji')
  // New results start at the first one.
  useEffect(() => setActive({ row: Math.max(0, first), column: 0 }), [query, first])
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onClose?.()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])

  const chosen = entryAt(rows, active)
  const pick = (entry: EmojiEntry | undefined) => {
    if (entry === undefined) return
    noteEmojiUse(entry.name)
    onPick({ name: entry.name, code: entry.code, type: entry.type })
  }
  const keyDown = (event: KeyboardEvent) => {
    const next = moveCell(rows, active, arrowOf(event.key))
    if (next !== undefined) {
      setActive(next)
      grid.scrollToIndex(next.row)
    } else if (event.key === 'Enter') {
      pick(chosen)
      if (!event.shiftKey) onClose?.()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose?.()
    } else return
    event.preventDefault()
  }
  const jump = (category: string) => {
    const index = rows.findIndex((row) => row.kind === 'heading' && row.category === category)
    if (index !== -1) grid.scrollToIndex(index, { align: 'start' })
  }
  return (
    <div ref={box} className={styles.picker} role="dialog" aria-label={text('emoji.label')}>
      <div className={styles.top}>
        <input
          ref={field}
          className={styles.search}
          // biome-ignore lint/a11y/noAutofocus: whoever opens it looks for something
          autoFocus={!touch}
          type="search"
          value={query}
          placeholder={text('emoji.search')}
          aria-label={text('emoji.search')}
          aria-controls="emoji-grid"
          aria-activedescendant={chosen === undefined ? undefined : `emoji-${active.row}-${active.column}`}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={keyDown}
        />
        {hasTones && (
          <SkinToneButton isOpen={isChoosingTone} onToggle={() => setChoosingTone(!isChoosingTone)} />
        )}
      </div>
      {isChoosingTone && (
        <SkinToneChoice
          onClose={() => {
            setChoosingTone(false)
            if (!touch) field.current?.focus()
          }}
        />
      )}
      {query === '' && !isChoosingTone && <CategoryTabs rows={rows} onJump={jump} />}
      <EmojiGrid
        rows={rows}
        grid={grid}
        scroller={scroller}
        active={active}
        onActive={setActive}
        codeOf={codeOf}
        onPick={(entry, isLast) => {
          pick(entry)
          if (isLast) onClose?.()
        }}
      >
        {sections !== undefined && rows.length === 0 && <p className={styles.none}>{text('emoji.none')}</p>}
      </EmojiGrid>
      <div className={styles.foot} aria-hidden="true">
        {chosen !== undefined && (
          <>
            <Emoji name="" code={codeOf(chosen)} type={chosen.type} size={22} />
            <span>:{chosen.name}:</span>
          </>
        )}
      </div>
    </div>
  )
}

function entryAt(rows: readonly PickerRow[], at: { row: number; column: number }): EmojiEntry | undefined {
  const row = rows[at.row]
  return row?.kind === 'emoji' ? row.emoji[at.column] : undefined
}

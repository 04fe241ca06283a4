import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { isTouch } from '../lib/touch.ts'
import { useText } from '../texts/texts.tsx'
import { CategoryTabs } from './CategoryTabs.tsx'
import { Emoji } from './Emoji.tsx'
import { EmojiGrid } from './EmojiGrid.tsx'
import styles from './EmojiPicker.module.css'
import type { EmojiChoice, EmojiEntry } from './emoji.ts'
import { SkinToneButton, SkinToneChoice } from './SkinTones.tsx'
import { setSkinTone, takesTone, tonedCode, useSkinTone } from './skin-tones.ts'
import { useEmojiSelection } from './use-emoji-selection.ts'

interface Props {
  onPick: (emoji: EmojiChoice) => void
  onClose?: () => void
  /** Offers skin tones: for texts and reactions. Statuses have none. */
  hasTones?: boolean
}

/** All emoji: recently used ones first, then custom ones. The search field handles the keys. */
export function EmojiPicker({ onPick, onClose, hasTones = false }: Props) {
  const text = useText()
  // Touch screens get larger cells, and no on-screen keyboard before the field is tapped.
  const [touch] = useState(isTouch)
  const [columns, rowHeight] = touch ? [7, 44] : [8, 40]
  const [query, setQuery] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  /** The default tone, or the one of an emoji. */
  const [toning, setToning] = useState<'default' | EmojiEntry>()
  const tone = useSkinTone()
  const offerTones = (entry: EmojiEntry) => {
    if (hasTones && takesTone(entry)) setToning(entry)
  }
  const codeOf = ({ code, type }: EmojiEntry) =>
    hasTones && type === 'unicode_emoji' ? tonedCode(code, tone) : code
  const { rows, isLoading, active, setActive, chosen, pick, keyDown } = useEmojiSelection({
    query,
    columns,
    onPick,
    onClose: () => onClose?.(),
    onScroll: (row) => grid.scrollToIndex(row),
    onTones: offerTones,
  })
  const grid = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 28 : rowHeight),
    overscan: 4,
  })
  useEffect(() => {
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) onClose?.()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [onClose])
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
          // biome-ignore lint/a11y/noAutofocus: users open the picker to search
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
          <SkinToneButton
            isOpen={toning === 'default'}
            onToggle={() => setToning(toning === undefined ? 'default' : undefined)}
          />
        )}
      </div>
      {toning !== undefined && (
        <SkinToneChoice
          key={toning === 'default' ? toning : toning.name}
          code={toning === 'default' ? undefined : toning.code}
          onChoose={(tone) => {
            if (toning === 'default') void setSkinTone(tone)
            else pick(toning, true, tone)
          }}
          onClose={() => {
            setToning(undefined)
            if (!touch) field.current?.focus()
          }}
        />
      )}
      {query === '' && toning === undefined && <CategoryTabs rows={rows} onJump={jump} />}
      <EmojiGrid
        rows={rows}
        grid={grid}
        scroller={scroller}
        active={active}
        onActive={setActive}
        codeOf={codeOf}
        onPick={pick}
        onTones={offerTones}
      >
        {!isLoading && rows.length === 0 && <p className={styles.none}>{text('emoji.none')}</p>}
      </EmojiGrid>
      <div className={styles.foot} aria-hidden="true">
        {chosen !== undefined && (
          <>
            <Emoji name="" code={codeOf(chosen)} type={chosen.type} size={22} />
            <span>:{chosen.name}:</span>
            {hasTones && takesTone(chosen) && (
              <span className={styles.hint}>{text('emoji.keysForTones')}</span>
            )}
          </>
        )}
      </div>
    </div>
  )
}

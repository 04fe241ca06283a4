import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../texts/texts.tsx'
import { categoryLabel } from './CategoryTabs.tsx'
import { Emoji } from './Emoji.tsx'
import styles from './EmojiPicker.module.css'
import type { EmojiEntry } from './emoji.ts'
import type { CellPosition, PickerRow } from './picker-rows.ts'
import { useLongPress } from './use-long-press.ts'

interface Props {
  rows: readonly PickerRow[]
  grid: Virtualizer<HTMLDivElement, Element>
  scroller: RefObject<HTMLDivElement | null>
  active: CellPosition
  onActive: (cell: CellPosition) => void
  /** The code of an emoji in the chosen skin tone. */
  codeOf: (entry: EmojiEntry) => string
  /** With Shift, the picker stays open for another one. */
  onPick: (entry: EmojiEntry, isLast: boolean) => void
  /** On a long press or a right click. */
  onTones: (entry: EmojiEntry) => void
  children: ReactNode
}

/** The rows of the emoji picker; only those in view are drawn. The search field keeps the focus. */
export function EmojiGrid({
  rows,
  grid,
  scroller,
  active,
  onActive,
  codeOf,
  onPick,
  onTones,
  children,
}: Props) {
  const text = useText()
  const press = useLongPress<EmojiEntry>(onTones)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of buttons, drawn in part
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      id="emoji-grid"
      aria-label={text('emoji.label')}
    >
      <div style={{ blockSize: grid.getTotalSize(), position: 'relative' }}>
        {grid.getVirtualItems().map(({ index, start, size }) => {
          const row = rows[index]
          if (row === undefined) return null
          const style = {
            position: 'absolute',
            insetBlockStart: start,
            blockSize: size,
            inlineSize: '100%',
          } as const
          return row.kind === 'heading' ? (
            // biome-ignore lint/a11y/useFocusableInteractive: the search field has the focus
            // biome-ignore lint/a11y/useSemanticElements: a row of the grid
            <div key={index} className={styles.heading} role="row" style={style}>
              {/* biome-ignore lint/a11y/useFocusableInteractive: the search field has the focus */}
              {/* biome-ignore lint/a11y/useSemanticElements: a heading of the grid */}
              <span role="rowheader">{text(categoryLabel(row.category))}</span>
            </div>
          ) : (
            // biome-ignore lint/a11y/useFocusableInteractive: the search field has the focus
            // biome-ignore lint/a11y/useSemanticElements: drawn in part
            <div key={index} className={styles.row} role="row" style={style}>
              {row.emoji.map((entry, column) => (
                // biome-ignore lint/a11y/useSemanticElements: a grid that is drawn in part
                <button
                  key={entry.name}
                  id={`emoji-${index}-${column}`}
                  type="button"
                  role="gridcell"
                  tabIndex={-1}
                  className={styles.cell}
                  aria-label={entry.name}
                  title={`:${entry.name}:`}
                  data-active={(active.row === index && active.column === column) || undefined}
                  onPointerMove={() => onActive({ row: index, column })}
                  {...press(entry)}
                  onClick={(event) => !press.wasLong() && onPick(entry, !event.shiftKey)}
                >
                  <Emoji name="" code={codeOf(entry)} type={entry.type} size={22} />
                </button>
              ))}
            </div>
          )
        })}
      </div>
      {children}
    </div>
  )
}

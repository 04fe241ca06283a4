import { type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../texts/texts.tsx'
import styles from './SuggestionList.module.css'
import type { SuggestionItem } from './use-suggestion-list.ts'

interface Props<T extends SuggestionItem> {
  id: string
  label: string
  items: readonly T[]
  active: number
  onPick: (item: T, by: 'click') => void
  onHover: (index: number) => void
  /** Side of the field on which the list opens. */
  side?: 'top' | 'bottom'
  footer?: ReactNode
}

export function SuggestionList<T extends SuggestionItem>({
  id,
  label,
  items,
  active,
  onPick,
  onHover,
  side = 'bottom',
  footer,
}: Props<T>) {
  const text = useText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (items.length === 0) return null
  return (
    <div className={styles.popover} data-side={side}>
      <div className={styles.list} role="listbox" id={id} aria-label={label} ref={list}>
        {items.map((item, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={item.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            aria-disabled={item.denied !== undefined || undefined}
            className={styles.option}
            onPointerMove={() => index !== active && onHover(index)}
            // The field keeps the focus and its caret.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(item, 'click')}
          >
            {item.icon !== undefined && <span className={styles.icon}>{item.icon}</span>}
            <span className={styles.label} dir="auto">
              {item.label}
            </span>
            {(item.denied ?? item.detail) !== undefined && (
              <span className={styles.detail}>{item.denied ?? item.detail}</span>
            )}
          </div>
        ))}
      </div>
      {footer}
      <span className="hidden-visually" role="status">
        {text('compose.suggestions', { count: items.length })}
      </span>
    </div>
  )
}

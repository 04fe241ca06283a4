import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

export interface SuggestionItem {
  key: string
  label: ReactNode
  icon?: ReactNode
  detail?: ReactNode
  /** The reason why the item cannot be picked. */
  denied?: string | undefined
}

interface Options<T extends SuggestionItem> {
  items: readonly T[]
  onPick: (item: T, by: 'Enter' | 'Tab' | 'click') => void
  onClose: () => void
  /** No item is active until an arrow key is pressed, so Enter picks nothing. */
  isOptional?: boolean
}

/**
 * State of a suggestion list. The field keeps the focus: spread `field` on it and send its keys to
 * `onKeyDown` first, which returns whether it handled them.
 */
export function useSuggestionList<T extends SuggestionItem>({
  items,
  onPick,
  onClose,
  isOptional,
}: Options<T>) {
  const id = useId()
  const [moved, setMoved] = useState<{ among: string; to: number }>()
  // New items reset the active one during rendering: Enter may follow the letter that brought them.
  const among = `${isOptional}\n${items.map(({ key }) => key).join('\n')}`
  if (moved !== undefined && moved.among !== among) setMoved(undefined)
  const active = moved?.among === among ? moved.to : isOptional ? -1 : 0
  const setActive = (to: number) => setMoved({ among, to })
  const isOpen = items.length > 0
  const current = items[Math.min(active, items.length - 1)]

  const take = (item: T | undefined, by: 'Enter' | 'Tab' | 'click') => {
    if (item !== undefined && item.denied === undefined) onPick(item, by)
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + step + items.length) % items.length)
    } else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && !event.ctrlKey) {
      if (current === undefined) return false
      take(current, event.key)
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
    } else return false
    event.preventDefault()
    return true
  }
  return {
    isOpen,
    onKeyDown,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant':
        isOpen && current !== undefined ? `${id}-${items.indexOf(current)}` : undefined,
    } as const,
    list: {
      id,
      items,
      active: current === undefined ? -1 : items.indexOf(current),
      onPick: take,
      onHover: setActive,
    },
  }
}

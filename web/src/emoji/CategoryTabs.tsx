import { useText } from '../texts/texts.tsx'
import styles from './EmojiPicker.module.css'
import type { PickerRow } from './picker-rows.ts'

const icons: Record<string, string> = {
  recent: '🕘',
  custom: '⭐',
  'Smileys & Emotion': '😀',
  'People & Body': '👋',
  'Animals & Nature': '🌱',
  'Food & Drink': '🍊',
  'Travel & Places': '🚲',
  Activities: '⚽',
  Objects: '💡',
  Symbols: '❤️',
  Flags: '🏁',
}

/** The text of an emoji category. */
export const categoryLabel = (category: string): string => `emoji.${category.replace(/\W+/g, '')}`

interface Props {
  rows: readonly PickerRow[]
  onJump: (category: string) => void
}

/** One button per category, which scrolls to it. */
export function CategoryTabs({ rows, onJump }: Props) {
  const text = useText()
  return (
    <div className={styles.tabs} role="toolbar" aria-label={text('emoji.categories')}>
      {rows.flatMap((row) =>
        row.kind === 'heading' ? (
          <button
            key={row.category}
            type="button"
            aria-label={text(categoryLabel(row.category))}
            title={text(categoryLabel(row.category))}
            onClick={() => onJump(row.category)}
          >
            {icons[row.category] ?? '•'}
          </button>
        ) : (
          []
        ),
      )}
    </div>
  )
}

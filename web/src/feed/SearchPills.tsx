import type { NarrowTerm } from '@loquat/contract'
import { X } from 'lucide-react'
import { lookup } from '../lib/derived.ts'
import { searchTextOf } from '../search/search-text.ts'
import { useText } from '../texts/texts.tsx'
import styles from './SearchBar.module.css'
import { useTermLabel } from './search-labels.ts'

interface Props {
  pills: readonly NarrowTerm[]
  onRemove: (index: number) => void
}

/** The filters of a search. */
export function SearchPills({ pills, onRemove }: Props) {
  const text = useText()
  const label = useTermLabel()
  return pills.map((term, index) => (
    <span
      key={searchTextOf([term], lookup())}
      className={styles.pill}
      data-negated={term.negated || undefined}
    >
      <bdi>{label(term)}</bdi>
      <button
        type="button"
        aria-label={text('search.remove', { term: label(term) })}
        onClick={() => onRemove(index)}
      >
        <X size={13} />
      </button>
    </span>
  ))
}

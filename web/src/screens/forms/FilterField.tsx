import { Search } from 'lucide-react'
import styles from './Lists.module.css'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
}

/** Filters a list while typing. */
export function FilterField({ label, value, onChange }: Props) {
  return (
    <div className={styles.filter}>
      <Search size={16} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}

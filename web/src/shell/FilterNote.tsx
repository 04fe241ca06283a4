import { addressOf } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'

/** Says that the sidebar filter matches nothing, and offers to search messages. */
export function FilterNote({ filter, isEmpty }: { filter: string; isEmpty: boolean }) {
  const text = useText()
  const isShown = filter.trim() !== '' && isEmpty
  return (
    <div role="status">
      {isShown && (
        <p className={styles.noMatch}>
          {text('sidebar.noMatch', { filter })}
          <a href={addressOf({ kind: 'search', q: filter })}>{text('sidebar.searchFor', { filter })}</a>
        </p>
      )}
    </div>
  )
}

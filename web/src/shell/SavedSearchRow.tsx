import { Bookmark, PenLine } from 'lucide-react'
import { IconButton } from '../components/Button.tsx'
import { addressOf, useView } from '../navigation/router.ts'
import { org } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { openSavedSearch } from './dialogs.ts'
import { RowActions } from './RowActions.tsx'
import styles from './Sidebar.module.css'
import type { SidebarRow } from './sidebar-rows.ts'
import type { TreeItemProps } from './tree-item-props.ts'

/** Opens the dialog of a saved search. */
export function editSavedSearch(id: number): void {
  const search = org().saved_searches?.find((one) => one.id === id)
  if (search !== undefined) openSavedSearch(search)
}

/** A saved search in the sidebar. */
export function SavedSearchRow({ row, item }: { row: SidebarRow & { kind: 'search' }; item: TreeItemProps }) {
  const text = useText()
  const view = useView()
  const isCurrent = view.kind === 'search' && view.q.trim() === row.query
  const actions = () => (
    <IconButton
      size="small"
      tabIndex={-1}
      label={text('search.editSaved')}
      icon={<PenLine size={15} />}
      onClick={() => editSavedSearch(row.id)}
    />
  )
  return (
    <RowActions actions={actions} data-current={isCurrent}>
      <a
        {...item}
        href={addressOf({ kind: 'search', q: row.query })}
        aria-current={isCurrent ? 'page' : undefined}
        title={row.query}
      >
        <Bookmark size={15} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.name} dir="auto">
          {row.name}
        </span>
      </a>
    </RowActions>
  )
}

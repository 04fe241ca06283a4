import { type HTMLAttributes, type ReactNode, useState } from 'react'
import styles from './Sidebar.module.css'

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** Made when the pointer or the focus comes: most rows are only passed by. */
  actions: false | (() => ReactNode)
  children: ReactNode
}

/** A row of the sidebar with buttons at its end. They are for the pointer; keys do the same on the row itself. */
export function RowActions({ actions, children, ...row }: Props) {
  const [isNear, setNear] = useState(false)
  const come = () => setNear(true)
  return (
    <div {...row} role="none" className={styles.row} data-row="true" onPointerEnter={come} onFocus={come}>
      {children}
      {actions !== false && isNear && (
        <span className={styles.actions} aria-hidden="true">
          {actions()}
        </span>
      )}
    </div>
  )
}

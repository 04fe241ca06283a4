import { type HTMLAttributes, type ReactNode, useState } from 'react'
import styles from './Sidebar.module.css'

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** Created on hover or focus. */
  actions: false | (() => ReactNode)
  children: ReactNode
}

/** A sidebar row with buttons for the pointer. Keys do the same on the row itself. */
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

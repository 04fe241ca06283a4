import { type HTMLAttributes, type ReactNode, useMemo, useState } from 'react'
import { MenuRequestContext } from '../components/Menu.tsx'
import styles from './Sidebar.module.css'
import { useRowMenu } from './use-row-menu.ts'

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** Created on hover or focus. */
  actions: false | (() => ReactNode)
  /** One of the actions is a menu. Right clicks, holding and the menu key open it. */
  hasMenu?: boolean
  children: ReactNode
}

/** A sidebar row with buttons for the pointer. Keys do the same on the row itself. */
export function RowActions({ actions, hasMenu = false, children, ...row }: Props) {
  const [isNear, setNear] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const request = useMemo(() => ({ isRequested, onOpened: () => setRequested(false) }), [isRequested])
  const come = () => setNear(true)
  const menu = useRowMenu(() => {
    come()
    setRequested(true)
  })
  return (
    <div
      {...row}
      {...(hasMenu && actions !== false ? menu : {})}
      role="none"
      className={styles.row}
      data-row="true"
      onPointerEnter={come}
      onFocus={come}
    >
      {children}
      {actions !== false && isNear && (
        <span className={styles.actions} aria-hidden="true">
          <MenuRequestContext value={request}>{actions()}</MenuRequestContext>
        </span>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import { closeSheet } from '../../messages/sheet.ts'
import styles from './MessageSheet.module.css'

interface Props {
  icon: ReactNode
  label: string
  denied?: string | undefined
  isDangerous?: boolean
  run: () => void
}

/** A command of the sheet. Touch screens have no tooltips, so the reason of a denial is below the label. */
export function SheetItem({ icon, label, denied, isDangerous, run }: Props) {
  return (
    <button
      type="button"
      className={styles.item}
      data-danger={isDangerous || undefined}
      aria-disabled={denied !== undefined || undefined}
      onClick={() => {
        if (denied !== undefined) return
        closeSheet()
        run()
      }}
    >
      {icon}
      <span dir="auto">
        {label}
        {denied !== undefined && <small>{denied}</small>}
      </span>
    </button>
  )
}

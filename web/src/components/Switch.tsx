import styles from './Switch.module.css'

interface SwitchProps {
  id?: string
  checked: boolean
  denied?: string | undefined
  label?: string
  describedBy?: string
  onChange: (checked: boolean) => void
}

export function Switch({ id, checked, denied, label, describedBy, onChange }: SwitchProps) {
  return (
    <button
      id={id}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      aria-disabled={denied !== undefined || undefined}
      title={denied}
      className={styles.switch}
      onClick={() => denied === undefined && onChange(!checked)}
    >
      <span />
    </button>
  )
}

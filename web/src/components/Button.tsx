import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Button.module.css'
import { Tooltip } from './Tooltip.tsx'

type Kind = 'primary' | 'neutral' | 'quiet' | 'danger'

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: Kind
  size?: 'small' | 'medium' | 'large'
  busy?: boolean
  /** The reason why the button is disabled. It stays focusable, so that the reason can be read. */
  denied?: string | undefined
}

export function Button({
  kind = 'neutral',
  size = 'medium',
  busy,
  denied,
  className,
  onClick,
  ...rest
}: Props) {
  const button = (
    <button
      type="button"
      {...rest}
      aria-disabled={denied !== undefined || busy || undefined}
      data-kind={kind}
      data-size={size}
      data-busy={busy || undefined}
      className={`${styles.button} ${className ?? ''}`}
      onClick={denied === undefined && !busy ? onClick : (event) => event.preventDefault()}
    />
  )
  return denied === undefined ? button : <Tooltip text={denied}>{button}</Tooltip>
}

interface IconProps extends Omit<Props, 'children'> {
  /** Accessible name, also shown as a tooltip. */
  label: string
  keys?: string | undefined
  icon: ReactNode
}

export function IconButton({
  label,
  keys,
  icon,
  denied,
  className,
  onClick,
  busy,
  kind = 'quiet',
  size,
  ...rest
}: IconProps) {
  return (
    <Tooltip text={denied ?? label} keys={denied === undefined ? keys : undefined}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-disabled={denied !== undefined || busy || undefined}
        data-kind={kind}
        data-size={size}
        className={`${styles.button} ${styles.icon} ${className ?? ''}`}
        onClick={denied === undefined ? onClick : (event) => event.preventDefault()}
      >
        {icon}
      </button>
    </Tooltip>
  )
}

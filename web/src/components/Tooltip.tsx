import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { isTouch } from '../lib/touch.ts'
import { Keys } from './Keys.tsx'
import styles from './Tooltip.module.css'

export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Radix.Provider delayDuration={500} skipDelayDuration={200}>
    {children}
  </Radix.Provider>
)

interface Props {
  text: string
  /** The keyboard shortcut. */
  keys?: string | undefined
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactElement
}

export function Tooltip({ text, keys, side = 'top', children }: Props) {
  return (
    // Touch has no hover, and a tooltip would cover the focused element.
    <Radix.Root {...(isTouch() ? { open: false } : {})}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.tooltip} side={side} sideOffset={6} collisionPadding={8}>
          {text}
          {keys !== undefined && <Keys keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

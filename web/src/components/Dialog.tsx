import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { focusFeed } from '../keyboard/target.ts'
import { useBackCloses } from '../navigation/overlay-history.ts'
import { leaveDialog } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'

interface Props {
  title: string
  /** The title is a name that somebody gave: it runs in its own direction. */
  isName?: boolean
  /** Said by screen readers after the title. */
  description?: string
  size?: 'small' | 'medium' | 'large' | 'full'
  onClose: () => void
  children: ReactNode
  /** Buttons at the end. */
  footer?: ReactNode
  /** No visible title: the content brings its own. */
  bare?: boolean
  /** What has the focus afterwards, if not what had it before. */
  focusAfter?: (() => HTMLElement | null) | undefined
}

export function Dialog({
  title,
  isName,
  description,
  size = 'medium',
  onClose,
  children,
  footer,
  bare,
  focusAfter,
}: Props) {
  const text = useText()
  // Those that have an address have an entry in the history as well.
  useBackCloses(onClose, onClose !== leaveDialog)
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.dialog}
          data-size={size}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          // Not the button that closes it, whose tooltip would cover the title. A dialog below takes the focus back from
          // `autoFocus`, so the field is focused again here.
          onOpenAutoFocus={(event) => {
            if (bare) return
            event.preventDefault()
            const dialog = event.currentTarget as HTMLElement
            const field = dialog.querySelector<HTMLElement>('[data-autofocus]')
            ;(field ?? dialog).focus()
          }}
          // What had the focus before may be gone. Then the list behind has it: keys go on from there.
          onCloseAutoFocus={(event) => {
            const next = focusAfter?.() ?? null
            if (next !== null) {
              event.preventDefault()
              next.focus({ preventScroll: true })
            } else
              requestAnimationFrame(() => {
                if (document.activeElement === document.body) focusFeed()
              })
          }}
          // Escape peels one layer: a list of suggestions goes before the dialog does.
          onEscapeKeyDown={(event) => {
            const focused = event.target as Element | null
            // The dialog may not have the focus yet. Then what has it must not close as well.
            if (focused?.closest?.('[role="dialog"]') == null) event.stopPropagation()
            const isInList = focused?.matches?.('[role="combobox"][aria-expanded="true"]')
            const isInPicker = focused?.closest?.('[role="dialog"] [role="dialog"]')
            if (isInList || isInPicker) event.preventDefault()
          }}
        >
          <header className={bare ? 'hidden-visually' : styles.header}>
            <Radix.Title className={styles.title}>{isName ? <bdi>{title}</bdi> : title}</Radix.Title>
            {!bare && (
              <IconButton label={text('common.close')} keys="Esc" icon={<X size={18} />} onClick={onClose} />
            )}
          </header>
          {description !== undefined && (
            <Radix.Description className={bare ? 'hidden-visually' : styles.description}>
              {description}
            </Radix.Description>
          )}
          <div className={bare ? styles.bare : styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

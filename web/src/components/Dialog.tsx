import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useContext } from 'react'
import { useText } from '../texts/texts.tsx'
import { IconButton } from './Button.tsx'
import styles from './Dialog.module.css'
import { OverlayContext } from './overlay-context.ts'
import { isFocusFree, useFocusAfter } from './use-focus-after.ts'

interface Props {
  title: string
  /** The title is user-generated, so it has its own text direction. */
  isName?: boolean
  /** Read by screen readers after the title. */
  description?: string
  size?: 'small' | 'medium' | 'large' | 'full'
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  /** No visible title: the content brings its own. */
  bare?: boolean
  /** Receives the focus after closing, instead of the previously focused element. */
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
  const { useBackCloses, focusMain } = useContext(OverlayContext)
  useBackCloses(onClose, true)
  useFocusAfter(focusAfter)
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={styles.dialog}
          data-size={size}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          // Not the close button, whose tooltip would cover the title. A dialog below takes the focus back from
          // `autoFocus`, so the field is focused again here.
          onOpenAutoFocus={(event) => {
            if (bare) return
            event.preventDefault()
            const dialog = event.currentTarget as HTMLElement
            const field = dialog.querySelector<HTMLElement>('[data-autofocus]')
            ;(field ?? dialog).focus()
          }}
          // Called a moment after closing, when something else may have the focus, except a dialog below. The previously focused element may
          // be gone. Then the list behind gets the focus, so that keys work.
          onCloseAutoFocus={(event) => {
            if (!isFocusFree()) event.preventDefault()
            else
              requestAnimationFrame(() => {
                if (document.activeElement === document.body) focusMain()
              })
          }}
          // Escape closes one layer at a time: suggestions before the dialog.
          onEscapeKeyDown={(event) => {
            const focused = event.target as Element | null
            // If the dialog does not have the focus yet, the focused element must not close as well.
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

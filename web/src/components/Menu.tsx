import { DropdownMenu } from 'radix-ui'
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from 'react'
import { Keys } from './Keys.tsx'
import styles from './Menu.module.css'
import { OverlayContext } from './overlay-context.ts'
import { useFocusAfter } from './use-focus-after.ts'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  label?: string
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  onOpenChange?: (isOpen: boolean) => void
  /** Receives the focus after closing, instead of the trigger. */
  focusAfter?: (() => HTMLElement | null) | undefined
}

/** Opens the menu inside without a click on its button, for right clicks on what surrounds it. */
export const MenuRequestContext = createContext({ isRequested: false, onOpened: () => {} })

export function Menu({
  trigger,
  label,
  children,
  align = 'end',
  side = 'bottom',
  onOpenChange,
  focusAfter,
}: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const change = (isOpen: boolean) => {
    setOpen(isOpen)
    onOpenChange?.(isOpen)
  }
  const { useBackCloses } = useContext(OverlayContext)
  useBackCloses(() => change(false), isOpen)
  const { isRequested, onOpened } = useContext(MenuRequestContext)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per request
  useEffect(() => {
    if (!isRequested) return
    change(true)
    onOpened()
  }, [isRequested])
  return (
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={change}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={styles.menu}
          aria-label={label}
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            // Otherwise Radix would focus the trigger later.
            if (focusAfter?.() != null) event.preventDefault()
          }}
        >
          {children}
          <FocusAfter target={focusAfter} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Inside the menu, because it waits for being removed. */
function FocusAfter({ target }: { target: MenuProps['focusAfter'] }) {
  useFocusAfter(target)
  return null
}

interface ItemProps {
  icon?: ReactNode
  keys?: string | undefined
  danger?: boolean
  denied?: string | undefined
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, keys, danger, denied, onSelect, children }: ItemProps) {
  return (
    <DropdownMenu.Item
      className={styles.item}
      data-danger={danger || undefined}
      aria-disabled={denied !== undefined || undefined}
      title={denied}
      onSelect={(event) => (denied === undefined ? onSelect() : event.preventDefault())}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label}>{children}</span>
      {keys !== undefined && <Keys keys={keys} />}
    </DropdownMenu.Item>
  )
}

interface CheckProps {
  checked: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuCheck({ checked, onSelect, children }: CheckProps) {
  return (
    <DropdownMenu.CheckboxItem className={styles.item} checked={checked} onSelect={onSelect}>
      <span className={styles.icon}>
        <DropdownMenu.ItemIndicator>✓</DropdownMenu.ItemIndicator>
      </span>
      <span className={styles.label}>{children}</span>
    </DropdownMenu.CheckboxItem>
  )
}

export const MenuLine = () => <DropdownMenu.Separator className={styles.line} />
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className={styles.heading}>{children}</DropdownMenu.Label>
)

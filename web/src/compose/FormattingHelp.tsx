import { Popover } from 'radix-ui'
import { useMemo } from 'react'
import { useHelpPages } from '../help/help-pages.ts'
import { useBackCloses } from '../navigation/overlay-history.ts'
import { addressOf } from '../navigation/router.ts'
import { Loaded } from '../screens/forms/Loaded.tsx'
import { HelpContent } from '../screens/help/HelpContent.tsx'
import { useText } from '../texts/texts.tsx'
import styles from './FormattingHelp.module.css'

interface Props {
  /** Inside the compose box or the message editor, above which the help is shown. */
  bar: HTMLElement | null
  onClose: () => void
  /** Receives the focus after closing. */
  focusAfter: () => HTMLElement | null
}

/** Every format with its signs and its result, above the compose box. */
export function FormattingHelp({ bar, onClose, focusAfter }: Props) {
  const text = useText()
  const pages = useHelpPages()
  useBackCloses(onClose)
  const anchor = useMemo(
    () => ({ current: bar?.closest<HTMLElement>('[data-region="compose"]') ?? bar }),
    [bar],
  )
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          className={styles.help}
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          aria-label={text('compose.format.help')}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focusAfter()?.focus()
          }}
        >
          <div className={styles.scroller}>
            <Loaded resource={pages}>
              {({ formatting }) => <HelpContent html={formatting?.html ?? ''} />}
            </Loaded>
          </div>
          <footer className={styles.footer}>
            <a href={addressOf({ kind: 'help', page: 'formatting' })} onClick={onClose}>
              {text('help.openPage')}
            </a>
          </footer>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

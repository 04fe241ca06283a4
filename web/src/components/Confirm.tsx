import { useText } from '../texts/texts.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  body: string
  /** Label of the confirming button. */
  action: string
  onConfirm: () => void
  onClose: () => void
  focusAfter?: (() => HTMLElement | null) | undefined
}

/** Asks before something that cannot be undone. The safe button has the focus. */
export function Confirm({ title, body, action, onConfirm, onClose, focusAfter }: Props) {
  const text = useText()
  return (
    <Dialog
      title={title}
      size="small"
      onClose={onClose}
      focusAfter={focusAfter}
      footer={
        <>
          <Button autoFocus onClick={onClose}>
            {text('common.cancel')}
          </Button>
          <Button
            kind="danger"
            onClick={() => {
              onConfirm()
              onClose()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{body}</p>
    </Dialog>
  )
}

import type { Component } from '@loquat/contract'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { useText } from '../../texts/texts.tsx'

interface Props {
  confirm: NonNullable<Component['confirm']>
  isDangerous: boolean
  focusAfter: () => HTMLElement | null
  onConfirm: () => void
  onClose: () => void
}

/** The question of a bot before a component is used. */
export function ConfirmDialog({ confirm, isDangerous, focusAfter, onConfirm, onClose }: Props) {
  const text = useText()
  return (
    <Dialog
      title={confirm.title}
      isName
      size="small"
      onClose={onClose}
      focusAfter={focusAfter}
      footer={
        <>
          <Button onClick={onClose}>{confirm.cancel_label ?? text('common.cancel')}</Button>
          <Button kind={isDangerous ? 'danger' : 'primary'} data-autofocus onClick={onConfirm}>
            {confirm.confirm_label ?? text('interactions.confirm')}
          </Button>
        </>
      }
    >
      <p dir="auto">{confirm.text ?? ''}</p>
    </Dialog>
  )
}

import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextArea } from '../../components/Field.tsx'
import { hideMessage } from '../../moderation/moderation-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { useSaving } from '../forms/saving.ts'

const maxReason = 500

/** Asks a moderator why a message is hidden, for its sender. */
export function HideDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const text = useText()
  const [reason, setReason] = useState('')
  const { phase, problem, run } = useSaving(hideMessage)
  const hide = async () => {
    if (await run({ message_id: messageId, reason: reason.trim() })) onClose()
  }
  return (
    <Dialog
      title={text('moderation.hideTitle')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button kind="danger" busy={phase === 'saving'} onClick={() => void hide()}>
            {text('moderation.hide')}
          </Button>
        </>
      }
    >
      <p>{text('moderation.hideEffect')}</p>
      <TextArea
        label={text('moderation.hideReason')}
        value={reason}
        maxLength={maxReason}
        problem={problem}
        onChange={({ target }) => setReason(target.value)}
      />
    </Dialog>
  )
}

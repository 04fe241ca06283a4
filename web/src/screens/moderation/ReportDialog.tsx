import { reportTypes } from '@loquat/contract/light'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SelectField, TextArea } from '../../components/Field.tsx'
import { useMessage } from '../../messages/messages.ts'
import { reportMessage } from '../../moderation/moderation-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { useSaving } from '../forms/saving.ts'

const maxDescription = 1_000

/** Asks why a message is reported. */
export function ReportDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const text = useText()
  const message = useMessage(messageId)
  const [type, setType] = useState<(typeof reportTypes)[number]>('spam')
  const [description, setDescription] = useState('')
  const { phase, problem, run } = useSaving(reportMessage)
  const needsText = type === 'other' && description.trim() === ''
  const send = async () => {
    if (await run({ message_id: messageId, report_type: type, description })) onClose()
  }
  return (
    <Dialog
      title={text('moderation.reportTitle')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            kind="primary"
            busy={phase === 'saving'}
            denied={needsText ? text('moderation.needsDescription') : undefined}
            onClick={() => void send()}
          >
            {text('moderation.sendReport')}
          </Button>
        </>
      }
    >
      <p>
        {text(message?.stream_id === undefined ? 'moderation.reportsDirect' : 'moderation.reportsChannel')}
      </p>
      <SelectField
        label={text('moderation.reason')}
        value={type}
        options={reportTypes.map((value) => ({ value, label: text(`moderation.type.${value}`) }))}
        onChange={(value) => setType(reportTypes.find((one) => one === value) ?? 'other')}
      />
      <TextArea
        label={text('moderation.description')}
        value={description}
        maxLength={maxDescription}
        hint={needsText ? text('moderation.needsDescription') : undefined}
        problem={problem}
        onChange={({ target }) => setDescription(target.value)}
      />
    </Dialog>
  )
}

import { Button } from '../../components/Button.tsx'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { CopyField } from '../forms/CopyField.tsx'
import lists from '../forms/Lists.module.css'
import type { StepProps } from './step-props.ts'

const example = 'SMTP_URL=smtp://user:password@mail.example.com:587'

/** Whether the server sends email, and how to configure it. */
export function EmailStep({ isDone, onLeave }: StepProps) {
  const text = useText()
  const sendsEmail = useOrg((org) => org.server_sends_email !== false)
  if (sendsEmail) return <p>{text('setup.emailWorks')}</p>
  return (
    <>
      <p>{text('setup.emailMissing')}</p>
      <CopyField label={text('setup.emailSetting')} hint={text('setup.emailRestart')} value={example} />
      {!isDone && (
        <div className={lists.buttons}>
          <Button onClick={onLeave}>{text('setup.skip')}</Button>
        </div>
      )}
    </>
  )
}

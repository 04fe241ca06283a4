import { Button } from '../../components/Button.tsx'
import { finishStep } from '../../onboarding/owner-setup.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { CopyField } from '../forms/CopyField.tsx'
import lists from '../forms/Lists.module.css'

const example = 'SMTP_URL=smtp://user:password@mail.example.com:587'

/** Whether the server sends email, and how to configure it. */
export function EmailStep() {
  const text = useText()
  const sendsEmail = useOrg((org) => org.server_sends_email !== false)
  if (sendsEmail) return <p>{text('setup.emailWorks')}</p>
  return (
    <>
      <p>{text('setup.emailMissing')}</p>
      <CopyField label={text('setup.emailSetting')} hint={text('setup.emailRestart')} value={example} />
      <div className={lists.buttons}>
        <Button onClick={() => finishStep('email')}>{text('setup.skip')}</Button>
      </div>
    </>
  )
}

import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextArea } from '../../components/Field.tsx'
import { addressOf } from '../../navigation/router.ts'
import { finishStep } from '../../onboarding/owner-setup.ts'
import { emailsIn } from '../../people/email-list.ts'
import { type InviteOutcome, inviteByEmail, usualInvitation } from '../../settings/invitations.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { InviteResult } from '../organization/InviteResult.tsx'
import type { StepProps } from './step-props.ts'

/** Invites people as members with default options. */
export function InviteStep({ isDone, onLeave }: StepProps) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<InviteOutcome>()
  const { addresses } = emailsIn(typed)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (addresses.length === 0) return
    setBusy(true)
    const result = await inviteByEmail(addresses, usualInvitation)
    setBusy(false)
    setOutcome(result)
    setTyped(addresses.filter((address) => !result.invited.includes(address)).join('\n'))
    if (result.invited.length > 0) finishStep('invite')
  }
  return (
    <form onSubmit={submit}>
      {outcome !== undefined && <InviteResult {...outcome} />}
      <TextArea
        label={text('setup.addresses')}
        hint={text('organization.invite.addresses.hint')}
        value={typed}
        placeholder="ana@example.com"
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className={lists.buttons}>
        <Button
          type="submit"
          kind="primary"
          busy={isBusy}
          denied={addresses.length === 0 ? text('organization.invite.needsAddress') : undefined}
        >
          {text('organization.invite.send', { count: addresses.length })}
        </Button>
        {!isDone && (
          <Button kind="quiet" onClick={onLeave}>
            {text('setup.skip')}
          </Button>
        )}
        <a className={lists.plainLink} href={addressOf({ kind: 'organization', section: 'invitations' })}>
          {text('setup.moreOptions')}
        </a>
      </div>
    </form>
  )
}

import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { changeEmail, changePassword } from '../../settings/settings-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoText } from '../forms/AutoText.tsx'
import lists from '../forms/Lists.module.css'
import { SavedMark } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import { PasswordStrength } from './PasswordStrength.tsx'

/** A new address takes effect after it was confirmed by email. */
export function EmailField() {
  const text = useText()
  const email = useOrg((org) => org.delivery_email ?? '')
  const isDenied = useOrg((org) => org.realm_email_changes_disabled === true && !org.is_admin)
  const [asked, setAsked] = useState<string>()
  return (
    <AutoText
      label={text('settings.email')}
      effect={
        asked === undefined ? (
          text('settings.email.effect')
        ) : (
          <strong>{text('settings.email.sent', { email: asked })}</strong>
        )
      }
      value={email}
      denied={isDenied ? text('settings.byOrg') : undefined}
      save={async (next) => {
        const problem = await changeEmail(next.trim())
        if (problem === undefined) setAsked(next.trim())
        return problem
      }}
    />
  )
}

export function PasswordFields() {
  const text = useText()
  const isOffered = useOrg((org) => org.realm_password_auth_enabled !== false)
  const least = useOrg((org) => org.password_min_length ?? 0)
  const email = useOrg((org) => org.delivery_email ?? '')
  const [isOpen, setOpen] = useState(false)
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const { phase, problem, run } = useSaving(() => changePassword(before, after))
  if (!isOffered) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(undefined))) return
    setOpen(false)
    setBefore('')
    setAfter('')
  }
  return (
    <div className={lists.goTo}>
      <Button onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
        {text('settings.password')}
      </Button>
      <SavedMark phase={isOpen ? 'idle' : phase} />
      {isOpen && (
        <form onSubmit={submit} className={lists.form} style={{ marginBlockStart: 12 }}>
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <TextField
            label={text('settings.password.old')}
            type="password"
            autoComplete="current-password"
            value={before}
            onChange={({ target }) => setBefore(target.value)}
          />
          <TextField
            label={text('settings.password.new')}
            hint={text('settings.password.rule', { least })}
            type="password"
            autoComplete="new-password"
            minLength={least}
            value={after}
            problem={problem}
            onChange={({ target }) => setAfter(target.value)}
          />
          <PasswordStrength password={after} />
          <Button type="submit" kind="primary" busy={phase === 'saving'}>
            {text('settings.password')}
          </Button>
        </form>
      )}
    </div>
  )
}

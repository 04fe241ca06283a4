import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { showOwnKey } from '../../settings/settings-actions.ts'
import { copyText } from '../../shell/copy-text.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { useSaving } from '../forms/saving.ts'

/** Asks for the password before showing a key, to protect unattended screens. */
export function AskPassword({
  onKnown,
  onClose,
}: {
  onKnown: (ownKey: string) => void
  onClose: () => void
}) {
  const text = useText()
  const email = useOrg((org) => org.delivery_email ?? '')
  const [password, setPassword] = useState('')
  const { phase, problem, run } = useSaving(async () => {
    const { reply, problem } = await showOwnKey(password)
    if (reply !== undefined) onKnown(reply.api_key)
    return problem
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) onClose()
  }
  return (
    <Dialog
      title={text('settings.askPassword')}
      description={text('settings.askPassword.why')}
      size="small"
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={text('settings.password.old')}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          problem={problem}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="submit" kind="primary" busy={phase === 'saving'}>
          {text('settings.showKey')}
        </Button>
      </form>
    </Dialog>
  )
}

/** An API key and the configuration file with it. */
export function Secret({ email, apiKey }: { email: string; apiKey: string }) {
  const text = useText()
  const site = useOrg((org) => org.realm_url ?? '')
  const configuration = `[api]\nemail=${email}\nkey=${apiKey}\nsite=${site}\n`
  return (
    <div className={lists.secret}>
      <code>{apiKey}</code>
      <Button size="small" onClick={() => void copyText(apiKey)}>
        {text('common.copy')}
      </Button>
      <a
        className={lists.plainLink}
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(configuration)}`}
        download={`${email.split('@')[0]}.ini`}
      >
        {text('settings.configuration')}
      </a>
    </div>
  )
}

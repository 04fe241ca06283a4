import { type FormEvent, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { TextField } from '../components/Field.tsx'
import { logInAgain } from '../session/log-out.ts'
import { loginAddress } from '../session/member.ts'
import { useSession } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'

/** Asks for the password in place, so that no text is lost. */
export function LogInAgain() {
  const text = useText()
  const email = useSession(({ org }) => org.delivery_email ?? org.email ?? '')
  const [problem, setProblem] = useState<string>()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const { problem, needsCode } = await logInAgain(email, password, code)
    setProblem(needsCode && code === undefined ? undefined : problem)
    if (needsCode) setCode(code ?? '')
    setBusy(false)
  }
  return (
    <Dialog
      title={text('session.ended')}
      description={text('session.endedWhy')}
      size="small"
      onClose={() => {}}
    >
      <form onSubmit={submit}>
        <TextField label={text('session.email')} value={email} readOnly autoComplete="username" />
        <TextField
          label={text('session.password')}
          type="password"
          value={password}
          problem={code === undefined ? problem : undefined}
          autoComplete="current-password"
          autoFocus
          onChange={(event) => setPassword(event.target.value)}
        />
        {code !== undefined && (
          <TextField
            label={text('session.code')}
            hint={text('session.code.hint')}
            value={code}
            problem={problem}
            autoComplete="one-time-code"
            autoFocus
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button kind="primary" type="submit" busy={isBusy}>
          {text('session.logIn')}
        </Button>
        <p>
          <a href={loginAddress()}>{text('entering.otherWays')}</a>
        </p>
      </form>
    </Dialog>
  )
}

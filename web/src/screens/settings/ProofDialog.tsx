import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { logOut } from '../../session/log-out.ts'
import { useOrg } from '../../session/session.ts'
import { useFactors } from '../../settings/factors.ts'
import { canUsePasskeys, isCanceled, proveByPasskey } from '../../settings/passkeys.ts'
import { proveByCode, proveByPassword } from '../../settings/proof.ts'
import { useText } from '../../texts/texts.tsx'
import { useSaving } from '../forms/saving.ts'

/** Asks for the password or a code before a sensitive change, to protect unattended screens. */
export function ProofDialog({ onAnswer }: { onAnswer: (isProven: boolean) => void }) {
  const text = useText()
  const email = useOrg((org) => org.delivery_email ?? '')
  const hasPasswords = useOrg((org) => org.realm_password_auth_enabled !== false)
  const { value: factors } = useFactors()
  const hasCodes = factors !== undefined && factors.recovery_codes_left > 0
  const hasPasskeys = canUsePasskeys() && (factors?.passkeys.length ?? 0) > 0
  const passkey = useSaving(async () => {
    const problem = await proveByPasskey()
    if (problem === undefined) onAnswer(true)
    return isCanceled(problem) ? undefined : problem
  })
  const [usesCode, setUsesCode] = useState(!hasPasswords)
  const [given, setGiven] = useState('')
  const { phase, problem, run } = useSaving(() => (usesCode ? proveByCode(given) : proveByPassword(given)))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) onAnswer(true)
  }
  const change = () => {
    setUsesCode(!usesCode)
    setGiven('')
  }
  return (
    <Dialog
      title={text('proof.title')}
      description={text('proof.why')}
      size="small"
      onClose={() => onAnswer(false)}
    >
      <form onSubmit={submit}>
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        {usesCode ? (
          <TextField
            key="code"
            label={text('proof.code')}
            hint={text('proof.code.hint')}
            autoComplete="one-time-code"
            autoFocus
            value={given}
            problem={problem}
            onChange={({ target }) => setGiven(target.value)}
          />
        ) : (
          <TextField
            key="password"
            label={text('proof.password')}
            type="password"
            autoComplete="current-password"
            autoFocus
            value={given}
            problem={problem}
            onChange={({ target }) => setGiven(target.value)}
          />
        )}
        <Button type="submit" kind="primary" busy={phase === 'saving'} disabled={given === ''}>
          {text('proof.confirm')}
        </Button>
        {hasPasskeys && (
          <p>
            <Button busy={passkey.phase === 'saving'} onClick={() => void passkey.run(undefined)}>
              {text('proof.usePasskey')}
            </Button>
          </p>
        )}
        {passkey.problem !== undefined && <p role="alert">{passkey.problem}</p>}
        {hasCodes && hasPasswords && (
          <p>
            <Button size="small" onClick={change}>
              {text(usesCode ? 'proof.usePassword' : 'proof.useCode')}
            </Button>
          </p>
        )}
        <p>
          <Button size="small" kind="quiet" onClick={() => void logOut()}>
            {text('proof.logIn')}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

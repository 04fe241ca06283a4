import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { confirmTotp, removeTotp, startTotp } from '../../settings/factors.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import styles from './Security.module.css'

interface Setup {
  secret: string
  qr_svg: string
}

interface Props {
  totp: { created_at: number } | null
  onCodes: (codes: readonly string[]) => void
}

/** The authenticator app: setting up and removing. */
export function TotpGroup({ totp, onCodes }: Props) {
  const text = useText()
  const locale = useLocale()
  const [setup, setSetup] = useState<Setup>()
  const [isRemoving, setRemoving] = useState(false)
  const start = async () => {
    const { reply, problem } = await startTotp()
    if (showProblemToast(problem)) setSetup(reply)
  }
  const remove = async () => {
    if (showProblemToast(await removeTotp())) onCodes([])
  }
  const added =
    totp === null
      ? undefined
      : new Date(totp.created_at * 1_000).toLocaleDateString(locale, { dateStyle: 'medium' })
  return (
    <SettingGroup title={text('settings.totp')} note={text('settings.totp.effect')}>
      {added !== undefined && <p>{text('settings.totp.added', { date: added })}</p>}
      <div className={lists.buttons}>
        {totp === null ? (
          <Button onClick={() => void start()}>{text('settings.totp.setUp')}</Button>
        ) : (
          <Button kind="danger" onClick={() => setRemoving(true)}>
            {text('settings.totp.remove')}
          </Button>
        )}
      </div>
      {setup !== undefined && (
        <SetupDialog setup={setup} onConfirmed={onCodes} onClose={() => setSetup(undefined)} />
      )}
      {isRemoving && (
        <Confirm
          title={text('settings.totp.remove')}
          body={text('settings.totp.remove.body')}
          action={text('settings.totp.remove')}
          onConfirm={() => void remove()}
          onClose={() => setRemoving(false)}
        />
      )}
    </SettingGroup>
  )
}

/** Shows the QR code, and asks for the first code of the app. */
function SetupDialog({
  setup,
  onConfirmed,
  onClose,
}: {
  setup: Setup
  onConfirmed: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const text = useText()
  const [code, setCode] = useState('')
  const { phase, problem, run } = useSaving(async () => {
    const { reply, problem } = await confirmTotp(code)
    if (reply !== undefined) onConfirmed(reply.recovery_codes)
    return problem
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(undefined))) return
    showToast('settings.totp.done')
    onClose()
  }
  return (
    <Dialog
      title={text('settings.totp.setUp')}
      description={text('settings.totp.scan')}
      size="small"
      onClose={onClose}
    >
      <form onSubmit={submit}>
        <img
          className={styles.qr}
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
          alt={text('settings.totp.qr')}
          width={200}
          height={200}
        />
        <p className={lists.soft}>{text('settings.totp.type')}</p>
        <div className={lists.secret}>
          <code>{setup.secret}</code>
        </div>
        <TextField
          label={text('settings.totp.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          value={code}
          problem={problem}
          onChange={({ target }) => setCode(target.value)}
        />
        <Button type="submit" kind="primary" busy={phase === 'saving'} disabled={code.trim() === ''}>
          {text('settings.totp.confirm')}
        </Button>
      </form>
    </Dialog>
  )
}

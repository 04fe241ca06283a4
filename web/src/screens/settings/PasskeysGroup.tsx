import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import {
  addPasskey,
  type Factors,
  removePasskey,
  renamePasskey,
  startPasskey,
} from '../../settings/factors.ts'
import { canUsePasskeys, createPasskey } from '../../settings/passkeys.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import { deviceOf } from './device-of.ts'

type Passkey = Factors['passkeys'][number]

interface Props {
  passkeys: readonly Passkey[]
  onCodes: (codes: readonly string[]) => void
}

/** Passkeys: adding, renaming and removing. */
export function PasskeysGroup({ passkeys, onCodes }: Props) {
  const text = useText()
  const locale = useLocale()
  const [naming, setNaming] = useState<Passkey | 'new'>()
  const [removing, setRemoving] = useState<Passkey>()
  const day = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleDateString(locale, { dateStyle: 'medium' })
  const uses = ({ created_at, last_used_at }: Passkey) =>
    last_used_at === null
      ? text('settings.passkeys.added', { date: day(created_at) })
      : text('settings.passkeys.used', { date: day(created_at), used: day(last_used_at) })
  return (
    <SettingGroup title={text('settings.passkeys')} note={text('settings.passkeys.effect')}>
      {passkeys.length > 0 && (
        <ul className={lists.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.passkey_id} className={lists.row}>
              <KeyRound size={20} aria-hidden="true" />
              <span className={lists.main}>
                <span className={lists.name} dir="auto">
                  {passkey.name}
                </span>
                {passkey.is_synced && <span className={lists.chip}>{text('settings.passkeys.synced')}</span>}
                <div className={lists.soft}>{uses(passkey)}</div>
              </span>
              <Button size="small" onClick={() => setNaming(passkey)}>
                {text('settings.passkeys.rename')}
              </Button>
              <Button size="small" onClick={() => setRemoving(passkey)}>
                {text('settings.passkeys.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={lists.buttons}>
        {canUsePasskeys() ? (
          <Button onClick={() => setNaming('new')}>{text('settings.passkeys.add')}</Button>
        ) : (
          <p className={lists.soft}>{text('settings.passkeys.unsupported')}</p>
        )}
      </div>
      {naming !== undefined && (
        <NameDialog
          passkey={naming === 'new' ? undefined : naming}
          onCodes={onCodes}
          onClose={() => setNaming(undefined)}
        />
      )}
      {removing !== undefined && (
        <Confirm
          title={text('settings.passkeys.remove')}
          body={text('settings.passkeys.remove.body', { name: removing.name })}
          action={text('settings.passkeys.remove')}
          onConfirm={async () => showProblemToast(await removePasskey(removing.passkey_id))}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </SettingGroup>
  )
}

/** Asks for the name of a passkey. A new one is then created by the browser. */
function NameDialog({
  passkey,
  onCodes,
  onClose,
}: {
  passkey: Passkey | undefined
  onCodes: (codes: readonly string[]) => void
  onClose: () => void
}) {
  const text = useText()
  const { browser, system } = deviceOf(navigator.userAgent)
  const proposal =
    browser === undefined ? '' : text('settings.sessions.on', { browser, system: system ?? '' })
  const [name, setName] = useState(passkey?.name ?? proposal)
  const { phase, problem, run } = useSaving(async () => {
    if (passkey !== undefined) return await renamePasskey(passkey.passkey_id, name)
    const started = await startPasskey()
    if (started.problem !== undefined) return started.problem
    const credential = await createPasskey(started.reply.options)
    if (credential === undefined) return undefined
    const { reply, problem } = await addPasskey(name, credential)
    if (problem !== undefined) return problem
    if (reply.recovery_codes.length > 0) onCodes(reply.recovery_codes)
    showToast('settings.passkeys.done')
    return undefined
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) onClose()
  }
  const title = text(passkey === undefined ? 'settings.passkeys.add' : 'settings.passkeys.rename')
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={text('settings.passkeys.name')}
          hint={text('settings.passkeys.name.hint')}
          autoFocus
          maxLength={60}
          value={name}
          problem={problem}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" kind="primary" busy={phase === 'saving'} disabled={name.trim() === ''}>
          {title}
        </Button>
      </form>
    </Dialog>
  )
}

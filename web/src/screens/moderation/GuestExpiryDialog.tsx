import type { RegisteredUser } from '@loquat/contract'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { endOfDay, lastDay, setGuestExpiry, useGuestExpiries } from '../../people/guest-expiry.ts'
import { useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { useSaving } from '../forms/saving.ts'

/** Asks for the last day of a guest account. */
export function GuestExpiryDialog({ person, onClose }: { person: RegisteredUser; onClose: () => void }) {
  const text = useText()
  const expiries = useGuestExpiries()
  const [typed, setTyped] = useState<string>()
  const { phase, problem, run } = useSaving(setGuestExpiry)
  const current = expiries.value?.find((one) => one.user_id === person.user_id)?.expires_at
  const date = typed ?? (current === undefined ? '' : lastDay(current))
  const save = async () => {
    if (await run({ user_id: person.user_id, expires_at: endOfDay(date) })) onClose()
  }
  return (
    <Dialog
      title={text('guest.expiryTitle', { name: person.full_name })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button kind="primary" busy={phase === 'saving'} onClick={() => void save()}>
            {text('common.save')}
          </Button>
        </>
      }
    >
      <Loaded resource={expiries}>
        {() => (
          <TextField
            label={text('guest.lastDay')}
            type="date"
            value={date}
            hint={text('guest.lastDay.hint')}
            problem={problem}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Loaded>
    </Dialog>
  )
}

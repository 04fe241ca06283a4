import type { RegisteredUser } from '@loquat/contract'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextArea } from '../../components/Field.tsx'
import { deactivatePerson } from '../../people/people-actions.ts'
import { useOrg } from '../../session/session.ts'
import { deactivateBot } from '../../settings/own-bots.ts'
import { useText } from '../../texts/texts.tsx'
import { useSaving } from '../forms/saving.ts'

/** Confirms deactivating a user, and lists the effects. */
export function Deactivate({ person, onClose }: { person: RegisteredUser; onClose: () => void }) {
  const text = useText()
  const bots = useOrg(
    (org) => org.realm_users?.filter((one) => one.is_bot && one.bot_owner_id === person.user_id).length ?? 0,
  )
  const [comment, setComment] = useState('')
  const { phase, problem, run } = useSaving(() =>
    person.is_bot ? deactivateBot(person.user_id) : deactivatePerson(person.user_id, comment.trim()),
  )
  return (
    <Dialog
      title={text('profile.deactivateTitle', { name: person.full_name })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {text('common.cancel')}
          </Button>
          <Button
            kind="danger"
            busy={phase === 'saving'}
            onClick={async () => (await run(undefined)) && onClose()}
          >
            {text('profile.deactivate')}
          </Button>
        </>
      }
    >
      <p>{text(person.is_bot ? 'profile.deactivateBot' : 'profile.deactivateBody', { bots })}</p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      {!person.is_bot && (
        <TextArea
          label={text('profile.deactivateComment')}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      )}
    </Dialog>
  )
}

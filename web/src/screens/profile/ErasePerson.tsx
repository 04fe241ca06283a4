import type { RegisteredUser } from '@loquat/contract'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { type ErasureState, erasePerson, useErasure } from '../../people/erasure.ts'
import { useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import styles from './Profile.module.css'

/** Erases a person, or shows how far that is. For owners. */
export function ErasePerson({ person }: { person: RegisteredUser }) {
  const text = useText()
  const erasure = useErasure(person.user_id)
  const [isAsking, setAsking] = useState(false)
  return (
    <SettingGroup title={text('erasure.title')} note={text('erasure.effect')}>
      <Loaded resource={erasure}>
        {(state) =>
          state === null ? (
            <Button kind="danger" onClick={() => setAsking(true)}>
              {text('erasure.open')}
            </Button>
          ) : (
            <ErasureProgress state={state} />
          )
        }
      </Loaded>
      {isAsking && <EraseDialog person={person} onClose={() => setAsking(false)} />}
    </SettingGroup>
  )
}

function ErasureProgress({ state }: { state: ErasureState }) {
  const text = useText()
  if (state.finished_at !== null) return <p role="status">{text('erasure.done')}</p>
  return (
    <>
      <p role="status">{text(`erasure.step.${state.step}`)}</p>
      <progress aria-label={text('erasure.running')} value={state.progress} max={1} />
    </>
  )
}

function EraseDialog({ person, onClose }: { person: RegisteredUser; onClose: () => void }) {
  const text = useText()
  const name = useId()
  const [typed, setTyped] = useState('')
  const [deletes, setDeletes] = useState(false)
  const { phase, problem, run } = useSaving((fullName: string) =>
    erasePerson(person.user_id, fullName, deletes),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(typed.trim())) onClose()
  }
  return (
    <Dialog
      title={text('erasure.question', { name: person.full_name })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            kind="danger"
            type="submit"
            form={name}
            busy={phase === 'saving'}
            denied={typed.trim() === person.full_name ? undefined : text('erasure.confirmFirst')}
          >
            {text('erasure.confirm')}
          </Button>
        </>
      }
    >
      <form id={name} onSubmit={submit}>
        <p>{text('erasure.body')}</p>
        <fieldset className={styles.choices}>
          <legend>{text('erasure.messages')}</legend>
          {([false, true] as const).map((value) => (
            <label key={String(value)}>
              <input
                type="radio"
                name="messages"
                checked={deletes === value}
                onChange={() => setDeletes(value)}
              />
              {text(value ? 'erasure.delete' : 'erasure.keep', { id: person.user_id })}
            </label>
          ))}
        </fieldset>
        <TextField
          label={text('erasure.typeName', { name: person.full_name })}
          value={typed}
          problem={problem}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
      </form>
    </Dialog>
  )
}

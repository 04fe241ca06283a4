import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { SelectField, TextField } from '../../components/Field.tsx'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { useOrg } from '../../session/session.ts'
import { createBot } from '../../settings/own-bots.ts'
import { botUserName } from '../../settings/webhook-url.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { useSaving } from '../forms/saving.ts'

/** Types of bots that the viewer may create. */
const offeredTypes = () =>
  ['1', '2', '3'].filter((type) => isAllowed({ kind: 'create-bot', type: Number(type) }))

/** A new bot. Its key is shown once without asking for the password. */
export interface CreatedBot {
  userId: number
  fullName: string
  type: number
  apiKey: string
}

interface Props {
  onCreated: (bot: CreatedBot) => void
  onCancel: () => void
}

export function NewBot({ onCreated, onCancel }: Props) {
  const text = useText()
  const domain = useOrg((org) => org.realm_bot_domain ?? '')
  const [fullName, setFullName] = useState('')
  // Derived from the name until it is edited.
  const [ownShortName, setOwnShortName] = useState<string>()
  const shortName = ownShortName ?? botUserName(fullName)
  const [types] = useState(offeredTypes)
  const [type, setType] = useState(types[0] ?? '1')
  const [payloadUrl, setPayloadUrl] = useState('')
  const { phase, problem, run } = useSaving(async () => {
    const { reply, problem } = await createBot({ fullName, shortName, type: Number(type), payloadUrl })
    if (reply !== undefined)
      onCreated({ userId: reply.user_id, fullName, type: Number(type), apiKey: reply.api_key })
    return problem
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(undefined)
  }
  return (
    <form className={`${lists.card} ${lists.form}`} onSubmit={submit}>
      <TextField
        label={text('settings.bots.name')}
        value={fullName}
        autoFocus
        required
        onChange={({ target }) => setFullName(target.value)}
      />
      <TextField
        label={text('settings.bots.short')}
        hint={`${shortName === '' ? '…' : shortName}-bot@${domain}`}
        value={shortName}
        required
        onChange={({ target }) => setOwnShortName(target.value.toLowerCase().replace(/[^a-z0-9._-]/g, '-'))}
      />
      <SelectField
        label={text('settings.bots.type')}
        hint={text(`settings.bots.type.${type}.effect`)}
        value={type}
        options={types.map((value) => ({ value, label: text(`settings.bots.type.${value}`) }))}
        onChange={setType}
      />
      {type === '3' && (
        <TextField
          label={text('settings.bots.payloadUrl')}
          type="url"
          required
          value={payloadUrl}
          onChange={({ target }) => setPayloadUrl(target.value)}
        />
      )}
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={lists.buttons}>
        <Button type="submit" kind="primary" busy={phase === 'saving'}>
          {text('settings.bots.create')}
        </Button>
        <Button onClick={onCancel}>{text('common.cancel')}</Button>
      </div>
    </form>
  )
}

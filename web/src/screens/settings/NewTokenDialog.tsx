import { maxTokenNameLength } from '@loquat/contract/light'
import { type FormEvent, useState } from 'react'
import { useChannels } from '../../channels/all-channels.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SelectField, SwitchField, TextField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { createToken } from '../../settings/tokens.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { ScopeFields, type ScopeVerbs, scopesOf } from '../forms/ScopeFields.tsx'
import { useSaving } from '../forms/saving.ts'

interface Props {
  /** A bot, or undefined for the reader. */
  userId: number | undefined
  onCreated: (secret: string) => void
  onClose: () => void
}

const offeredDays = [7, 30, 90, 365]

/** Asks for the name, scopes and limits of a token. */
export function NewTokenDialog({ userId, onCreated, onClose }: Props) {
  const text = useText()
  const maxDays = useOrg((org) => org.realm_token_max_lifetime_days ?? 0)
  const channels = useChannels().filter((one) => !one.is_archived)
  const [name, setName] = useState('')
  const [days, setDays] = useState(String(maxDays > 0 ? Math.min(maxDays, 90) : 90))
  const [isFull, setFull] = useState(false)
  const [verbs, setVerbs] = useState<ScopeVerbs>({ messages: 'read' })
  const [chosen, setChosen] = useState<string[]>([])
  const [addresses, setAddresses] = useState('')
  const [isReadOnly, setReadOnly] = useState(false)
  const scopes = scopesOf(verbs)
  const { phase, problem, run } = useSaving(async () => {
    const { reply, problem } = await createToken({
      userId,
      name,
      scopes: isFull ? undefined : scopes,
      readOnly: isReadOnly,
      channelIds: chosen.map(Number),
      addresses: addresses.split(/[\s,]+/).filter((one) => one !== ''),
      days: days === '' ? undefined : Number(days),
    })
    if (reply !== undefined) onCreated(reply.token)
    return problem
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) onClose()
  }
  const dayChoices = [...new Set([...offeredDays, Number(days)].filter((one) => one > 0))]
    .filter((one) => maxDays === 0 || one <= maxDays)
    .sort((a, b) => a - b)
  return (
    <Dialog title={text('settings.tokens.add')} onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={text('settings.tokens.name')}
          hint={text('settings.tokens.name.hint')}
          autoFocus
          required
          maxLength={maxTokenNameLength}
          value={name}
          problem={problem}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label={text('settings.tokens.lifetime')}
          value={days}
          options={[
            ...dayChoices.map((count) => ({
              value: String(count),
              label: text('settings.tokens.days', { count }),
            })),
            ...(maxDays === 0 ? [{ value: '', label: text('settings.tokens.lasting') }] : []),
          ]}
          onChange={setDays}
        />
        <SwitchField
          label={text('settings.tokens.full')}
          hint={text('settings.tokens.full.hint')}
          checked={isFull}
          onChange={setFull}
        />
        {!isFull && <ScopeFields verbs={verbs} onChange={setVerbs} />}
        <SwitchField
          label={text('settings.tokens.readOnly')}
          hint={text('settings.tokens.readOnly.hint')}
          checked={isReadOnly}
          onChange={setReadOnly}
        />
        <FieldLabel label={text('settings.tokens.channels')}>
          <PillPicker
            label={text('settings.tokens.channels')}
            placeholder={text('settings.tokens.channels.all')}
            options={channels.map((one) => ({ key: String(one.stream_id), label: one.name }))}
            chosen={chosen}
            onChange={setChosen}
          />
        </FieldLabel>
        <TextField
          label={text('settings.tokens.addresses')}
          hint={text('settings.tokens.addresses.hint')}
          placeholder="192.0.2.0/24, 2001:db8::/32"
          dir="ltr"
          value={addresses}
          onChange={({ target }) => setAddresses(target.value)}
        />
        <Button
          type="submit"
          kind="primary"
          busy={phase === 'saving'}
          disabled={name.trim() === '' || (!isFull && scopes.length === 0)}
        >
          {text('settings.tokens.create')}
        </Button>
      </form>
    </Dialog>
  )
}

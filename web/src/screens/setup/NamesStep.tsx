import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { org } from '../../session/session.ts'
import { changeRealm } from '../../settings/organization-actions.ts'
import { changeName } from '../../settings/settings-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { SavedMark } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import type { StepProps } from './step-props.ts'

const maxOrganizationName = 40
/** The name that the first start gives the owner: shown as an example rather than a value. */
const placeholderName = 'Owner'

/** The names of the organization and its owner. */
export function NamesStep({ onLeave }: StepProps) {
  const text = useText()
  const [organization, setOrganization] = useState(() => org().realm_name ?? '')
  const [name, setName] = useState(() => {
    const known = org().full_name ?? ''
    return known === placeholderName ? '' : known
  })
  const { phase, problem, run } = useSaving(async () => {
    const refused = await changeRealm('name', organization.trim())
    return refused ?? (await changeName(name.trim()))
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) onLeave()
  }
  return (
    <form onSubmit={submit}>
      <TextField
        label={text('setup.organizationName')}
        value={organization}
        required
        maxLength={maxOrganizationName}
        onChange={({ target }) => setOrganization(target.value)}
      />
      <TextField
        label={text('setup.ownName')}
        value={name}
        required
        autoComplete="name"
        problem={problem}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" kind="primary" busy={phase === 'saving'}>
        {text('common.save')}
      </Button>
      <SavedMark phase={phase} />
    </form>
  )
}

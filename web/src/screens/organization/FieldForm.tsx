import type { ProfileFieldObject } from '@loquat/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { SwitchField, TextField } from '../../components/Field.tsx'
import { addField, editField } from '../../settings/org-lists.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { accountOf, fieldTypes, optionsOf } from '../forms/profile-values.ts'
import { useSaving } from '../forms/saving.ts'
import { OptionsField, UrlPatternField } from './FieldDataFields.tsx'
import { customService, FieldTypeSelect } from './FieldTypeSelect.tsx'
import styles from './Organization.module.css'
import { optionsWithKeys } from './options-with-keys.ts'

/** Creates or edits a profile field. The type of an existing field is fixed. */
export function FieldForm({
  edited,
  onDone,
}: {
  edited: ProfileFieldObject | undefined
  onDone: () => void
}) {
  const text = useText()
  const data = edited?.field_data ?? ''
  const [type, setType] = useState(edited?.type ?? fieldTypes.shortText)
  const [name, setName] = useState(edited?.name ?? '')
  const [hint, setHint] = useState(edited?.hint ?? '')
  const [options, setOptions] = useState(() =>
    edited?.type === fieldTypes.choice
      ? optionsOf(data)
          .map(({ label }) => label)
          .join('\n')
      : '',
  )
  const account = edited?.type === fieldTypes.account ? accountOf(data) : undefined
  const [subtype, setSubtype] = useState(account?.subtype ?? customService)
  const [address, setAddress] = useState(account?.urlPattern ?? '')
  const [isInSummary, setInSummary] = useState(edited?.display_in_profile_summary === true)
  const [isRequired, setRequired] = useState(edited?.required === true)
  const [isEditable, setEditable] = useState(edited?.editable_by_user !== false)
  const isKnown = type === fieldTypes.account && subtype !== customService

  const fieldData = (): Record<string, unknown> | undefined => {
    if (type === fieldTypes.choice) return optionsWithKeys(options, data)
    if (type !== fieldTypes.account) return undefined
    return subtype === customService ? { subtype, url_pattern: address } : { subtype }
  }
  const { phase, problem, run } = useSaving(() => {
    const input = {
      name: isKnown ? (edited?.name ?? '') : name,
      hint: isKnown ? (edited?.hint ?? '') : hint,
      type,
      data: fieldData(),
      isInSummary,
      isRequired,
      isEditable,
    }
    return edited === undefined ? addField(input) : editField(edited.id, input)
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await run(undefined)) onDone()
  }
  return (
    <form className={lists.card} onSubmit={submit}>
      <FieldTypeSelect
        edited={edited}
        type={type}
        onType={setType}
        subtype={subtype}
        onSubtype={setSubtype}
      />
      {!isKnown && (
        <div className={styles.pair}>
          <TextField
            label={text('organization.fields.name')}
            value={name}
            maxLength={40}
            required
            onChange={({ target }) => setName(target.value)}
          />
          <TextField
            label={text('organization.fields.hint')}
            value={hint}
            maxLength={80}
            onChange={({ target }) => setHint(target.value)}
          />
        </div>
      )}
      {type === fieldTypes.account && subtype === customService && (
        <UrlPatternField value={address} onChange={setAddress} />
      )}
      {type === fieldTypes.choice && <OptionsField value={options} onChange={setOptions} />}
      <SwitchField
        label={text('organization.fields.summary')}
        hint={text('organization.fields.summary.hint')}
        checked={isInSummary}
        onChange={setInSummary}
      />
      <SwitchField
        label={text('organization.fields.isRequired')}
        checked={isRequired}
        onChange={setRequired}
      />
      <SwitchField label={text('organization.fields.editable')} checked={isEditable} onChange={setEditable} />
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={lists.buttons}>
        <Button type="submit" kind="primary" busy={phase === 'saving'}>
          {text(edited === undefined ? 'common.add' : 'common.save')}
        </Button>
        <Button onClick={onDone}>{text('common.cancel')}</Button>
      </div>
    </form>
  )
}

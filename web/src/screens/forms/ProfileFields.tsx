import type { ProfileFieldObject } from '@loquat/contract'
import { useId, useMemo } from 'react'
import { numbersOf } from '../../lib/json.ts'
import { parseJson } from '../../lib/parse.ts'
import { usePerson } from '../../people/people.ts'
import type { Problem } from '../../session/attempt.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoChoice } from './AutoField.tsx'
import { AutoText } from './AutoText.tsx'
import { idsOf, usePeopleOptions, userKey } from './options.tsx'
import { PillPicker } from './PillPicker.tsx'
import { fieldTypes, optionsOf } from './profile-values.ts'
import { SettingLine } from './Setting.tsx'
import { useSaving } from './saving.ts'

type Value = string | number[]

interface Props {
  userId: number
  /** The reader's own profile: users cannot edit all fields themselves. */
  own: boolean
  save: (fieldId: number, value: Value) => Promise<Problem | undefined>
}

/** The custom profile fields of a user, each saved automatically. */
export function ProfileFields({ userId, own, save }: Props) {
  const text = useText()
  const fields = useOrg((org) => org.custom_profile_fields)
  const isAdmin = useOrg((org) => org.is_admin === true)
  const person = usePerson(userId)
  return (fields ?? []).map((field) => (
    <ProfileField
      key={field.id}
      field={field}
      value={person?.profile_data?.[String(field.id)]?.value ?? ''}
      denied={own && !field.editable_by_user && !isAdmin ? text('profile.fieldLocked') : undefined}
      save={(value) => save(field.id, value)}
    />
  ))
}

interface FieldProps {
  field: ProfileFieldObject
  value: string
  denied: string | undefined
  save: (value: Value) => Promise<Problem | undefined>
}

function ProfileField({ field, value, denied, save }: FieldProps) {
  const text = useText()
  const common = { label: field.name, effect: field.hint === '' ? undefined : field.hint, denied, save }
  if (field.type === fieldTypes.people)
    return <PeopleField field={field} value={value} denied={denied} save={save} />
  if (field.type === fieldTypes.choice) {
    const none = { value: '', label: text('common.none') }
    const options = optionsOf(field.field_data).map(({ key, label }) => ({ value: key, label }))
    return <AutoChoice {...common} value={value} options={[none, ...options]} />
  }
  const type = field.type === fieldTypes.date ? 'date' : field.type === fieldTypes.link ? 'url' : 'text'
  return (
    <AutoText
      {...common}
      value={value}
      type={type}
      isLong={field.type === fieldTypes.longText}
      isNarrow={type === 'date'}
    />
  )
}

function PeopleField({ field, value, denied, save }: FieldProps) {
  const id = useId()
  const text = useText()
  const options = usePeopleOptions()
  const chosen = useMemo(() => numbersOf(parseJson(value)).map(userKey), [value])
  const { phase, problem, run } = useSaving((keys: string[]) => save(idsOf(keys, 'user')))
  return (
    <SettingLine
      id={id}
      label={field.name}
      effect={field.hint}
      denied={denied}
      problem={problem}
      phase={phase}
      wide
    >
      <PillPicker
        id={id}
        label={field.name}
        options={options}
        chosen={chosen}
        denied={denied}
        placeholder={text('forms.people')}
        onChange={(keys) => void run(keys)}
      />
    </SettingLine>
  )
}

import type { ProfileFieldObject } from '@loquat/contract'
import { numbersOf } from '../../lib/json.ts'
import { parseJson } from '../../lib/parse.ts'
import { addressOf } from '../../navigation/router.ts'
import { peopleById } from '../../people/people.ts'
import { useOrg } from '../../session/session.ts'
import { useLocale } from '../../texts/texts.tsx'
import { accountAddress, fieldTypes, optionsOf } from '../forms/profile-values.ts'

export function FieldValue({ field, value }: { field: ProfileFieldObject; value: string }) {
  const locale = useLocale()
  const people = useOrg(peopleById)
  const accounts = useOrg((org) => org.realm_default_external_accounts)
  switch (field.type) {
    case fieldTypes.choice:
      return optionsOf(field.field_data).find(({ key }) => key === value)?.label ?? value
    case fieldTypes.date:
      return new Date(`${value}T00:00`).toLocaleDateString(locale, { dateStyle: 'long' })
    case fieldTypes.link:
      return (
        <a href={value} target="_blank" rel="noreferrer">
          {value}
        </a>
      )
    case fieldTypes.account: {
      const address = accountAddress(field.field_data, value, accounts ?? {})
      return address === undefined ? (
        value
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          {value}
        </a>
      )
    }
    case fieldTypes.people:
      return numbersOf(parseJson(value)).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={addressOf({ kind: 'person', userId: id })}>{people.get(id)?.full_name ?? id}</a>
        </span>
      ))
    default:
      return value
  }
}

import type { ProfileFieldObject } from '@loquat/contract'
import { SelectField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { fieldTypes } from '../forms/profile-values.ts'

/** The subtype of external accounts without a known service. */
export const customService = 'custom'

interface Props {
  edited: ProfileFieldObject | undefined
  type: number
  onType: (type: number) => void
  subtype: string
  onSubtype: (subtype: string) => void
}

/** The type of a field, and the service of a field for external accounts. */
export function FieldTypeSelect({ edited, type, onType, subtype, onSubtype }: Props) {
  const text = useText()
  const accounts = useOrg((org) => org.realm_default_external_accounts)
  const isFixed = edited !== undefined
  return (
    <>
      <SelectField
        label={text('organization.fields.type')}
        value={String(type)}
        disabled={isFixed}
        options={Object.values(fieldTypes).map((one) => ({
          value: String(one),
          label: text(`organization.fields.type.${one}`),
        }))}
        onChange={(value) => onType(Number(value))}
      />
      {type === fieldTypes.account && (
        <SelectField
          label={text('organization.fields.account')}
          value={subtype}
          disabled={isFixed}
          options={[
            ...Object.entries(accounts ?? {}).map(([key, one]) => ({ value: key, label: one.text })),
            { value: customService, label: text('organization.fields.otherAccount') },
          ]}
          onChange={onSubtype}
        />
      )}
    </>
  )
}

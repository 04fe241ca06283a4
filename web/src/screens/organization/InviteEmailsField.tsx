import { completeEmailsIn, emailsIn } from '../../people/email-list.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'

interface Props {
  addresses: readonly string[]
  onChange: (change: (addresses: readonly string[]) => string[]) => void
}

/** Email addresses as pills, typed or pasted in any form. */
export function InviteEmailsField({ addresses, onChange }: Props) {
  const text = useText()
  const label = text('organization.invite.addresses')
  return (
    <FieldLabel label={label} hint={text('organization.invite.addresses.hint')}>
      <PillPicker
        label={label}
        options={[]}
        chosen={addresses}
        placeholder="ana@example.com"
        onChange={(chosen) => onChange(() => chosen)}
        onText={(typed, isFinal) => {
          const found = isFinal ? emailsIn(typed) : completeEmailsIn(typed)
          if (found.addresses.length === 0) return typed
          onChange((now) => [...new Set([...now, ...found.addresses])])
          return found.rest
        }}
      />
    </FieldLabel>
  )
}

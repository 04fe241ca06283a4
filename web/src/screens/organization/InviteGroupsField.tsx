import { isAllowed } from '../../permissions/is-allowed.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import { useGroupOptions } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'

interface Props {
  groups: readonly string[]
  onChange: (groups: string[]) => void
}

/** Groups that the reader may add people to. Hidden if there are none. */
export function InviteGroupsField({ groups, onChange }: Props) {
  const text = useText()
  const groupOptions = useGroupOptions().filter(({ key }) => {
    const groupId = Number(key.split(':')[1])
    return isAllowed({ kind: 'add-members', groupId })
  })
  if (groupOptions.length === 0) return null
  const label = text('organization.invite.groups')
  return (
    <FieldLabel label={label}>
      <PillPicker label={label} options={groupOptions} chosen={groups} onChange={onChange} />
    </FieldLabel>
  )
}

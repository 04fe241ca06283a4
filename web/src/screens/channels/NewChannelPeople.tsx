import { membersIn } from '../../people/user-groups.ts'
import { org } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import { idsOf, useGroupOptions, usePeopleOptions } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'

interface Props {
  people: readonly string[]
  onChange: (people: string[]) => void
}

/** People and groups that a new channel starts with. */
export function NewChannelPeople({ people, onChange }: Props) {
  const text = useText()
  const peopleOptions = usePeopleOptions()
  const groupOptions = useGroupOptions({ withSystem: true })
  return (
    <FieldLabel
      label={text('channels.people')}
      hint={text('channels.peopleHint', { count: selectedUserIds(people).size })}
    >
      <PillPicker
        label={text('channels.people')}
        options={[...groupOptions, ...peopleOptions]}
        chosen={people}
        onChange={onChange}
      />
    </FieldLabel>
  )
}

/** Groups are expanded to their current members. */
export function selectedUserIds(keys: readonly string[]): Set<number> {
  return membersIn(org(), { direct_members: idsOf(keys, 'user'), direct_subgroups: idsOf(keys, 'group') })
}

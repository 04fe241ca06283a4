import type { GroupSettingValue, PermissionRow } from '@loquat/contract'
import { channelPermissions } from '@loquat/contract/light'
import { systemGroupId } from '../../people/user-groups.ts'
import { myId } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import { GroupPicker } from '../forms/GroupPicker.tsx'

const rules: Record<string, PermissionRow> = channelPermissions
/** The permission shown first; the others are under `advanced`. */
const mainPermission = 'can_send_message_group'

interface Props {
  holders: Readonly<Record<string, GroupSettingValue>>
  onChange: (holders: Record<string, GroupSettingValue>) => void
}

export function PostingPermission({ holders, onChange }: Props) {
  const text = useText()
  return (
    <FieldLabel label={text(`channels.${mainPermission}`)}>
      <GroupPicker
        label={text(`channels.${mainPermission}`)}
        value={holders[mainPermission] ?? systemGroupId('role:everyone')}
        rule={rules[mainPermission] as PermissionRow}
        onChange={(value) => onChange({ ...holders, [mainPermission]: value })}
      />
    </FieldLabel>
  )
}

export function AdvancedPermissions({ holders, onChange }: Props) {
  const text = useText()
  return Object.keys(rules)
    .filter((name) => name !== mainPermission)
    .map((name) => (
      <FieldLabel key={name} label={text(`channels.${name}`)}>
        <GroupPicker
          label={text(`channels.${name}`)}
          value={holders[name] ?? initialHolder(rules[name] as PermissionRow)}
          rule={rules[name] as PermissionRow}
          onChange={(value) => onChange({ ...holders, [name]: value })}
        />
      </FieldLabel>
    ))
}

const initialHolder = (rule: PermissionRow): GroupSettingValue =>
  rule.default === 'creator'
    ? { direct_members: [myId()], direct_subgroups: [] }
    : systemGroupId(rule.default)

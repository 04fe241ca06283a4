import type { ChannelObject, ChannelPermission, PermissionRow } from '@loquat/contract'
import { channelPermissions } from '@loquat/contract/light'
import { changeChannelPermission } from '../../channels/manage-channels.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { useText } from '../../texts/texts.tsx'
import { HolderSetting } from '../forms/HolderSetting.tsx'
import { ReadOnlyNote, SettingGroup } from '../forms/Setting.tsx'

/** Most important first. */
const order: readonly ChannelPermission[] = [
  'can_send_message_group',
  'can_add_subscribers_group',
  'can_remove_subscribers_group',
  'can_subscribe_group',
  'can_administer_channel_group',
]

export function PermissionsTab({ channel }: { channel: ChannelObject }) {
  const text = useText()
  const isManager = useIsAllowed({ kind: 'administer-channel', channelId: channel.stream_id })
  const denied = isManager ? undefined : text('channels.managersOnly')
  return (
    <SettingGroup>
      {denied !== undefined && <ReadOnlyNote>{denied}</ReadOnlyNote>}
      {order.map((name) => (
        <HolderSetting
          key={name}
          label={text(`channels.${name}`)}
          effect={text(`channels.${name}.effect`)}
          value={channel[name]}
          rule={channelPermissions[name] as PermissionRow}
          denied={isManager ? undefined : ' '}
          save={(value, old) => changeChannelPermission(channel.stream_id, name, value, old)}
        />
      ))}
    </SettingGroup>
  )
}

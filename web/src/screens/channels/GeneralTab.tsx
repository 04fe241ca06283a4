import type { ChannelObject } from '@loquat/contract'
import { subscribe, unsubscribe } from '../../channels/channel-actions.ts'
import { useSubscription } from '../../channels/channels.ts'
import {
  changeIsDefault,
  changeRetention,
  describeChannel,
  renameChannel,
} from '../../channels/manage-channels.ts'
import { Button } from '../../components/Button.tsx'
import { useDenial, useIsAllowed } from '../../permissions/use-denial.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoChoice, AutoSwitch } from '../forms/AutoField.tsx'
import { AutoText } from '../forms/AutoText.tsx'
import lists from '../forms/Lists.module.css'
import { ReadOnlyNote, SettingGroup } from '../forms/Setting.tsx'
import { daysText } from '../forms/span-text.ts'
import { ArchiveSetting } from './ArchiveSetting.tsx'
import { ChannelEmail } from './ChannelEmail.tsx'
import { FeedSetting } from './FeedSetting.tsx'
import { PrivacySetting } from './PrivacySetting.tsx'

const retentionDays = [30, 90, 180, 365, 730]

export function GeneralTab({ channel }: { channel: ChannelObject }) {
  const text = useText()
  const id = channel.stream_id
  const isManager = useIsAllowed({ kind: 'administer-channel', channelId: channel.stream_id })
  const isAdmin = useOrg((org) => org.is_admin === true)
  const isOwner = useOrg((org) => org.is_owner === true)
  const isDefault = useOrg((org) => org.realm_default_streams?.includes(id) === true)
  const orgDays = useOrg((org) => org.realm_message_retention_days ?? -1)
  const longest = useOrg((org) => org.max_stream_name_length ?? 60)
  const denied = isManager ? undefined : text('channels.managersOnly')
  const kept = (days: number) => (days === -1 ? text('forms.forever') : daysText(days, text))
  return (
    <>
      {denied !== undefined && <ReadOnlyNote>{denied}</ReadOnlyNote>}
      <Membership channel={channel} />
      <SettingGroup>
        <AutoText
          label={text('channels.name')}
          value={channel.name}
          maxLength={longest}
          denied={denied}
          save={(name) => renameChannel(id, name)}
        />
        <AutoText
          label={text('channels.description')}
          value={channel.description}
          isLong
          maxLength={1_024}
          denied={denied}
          save={(description) => describeChannel(id, description)}
        />
      </SettingGroup>
      <PrivacySetting channel={channel} denied={denied} />
      <SettingGroup>
        <AutoChoice
          label={text('channels.retention')}
          effect={text('channels.retention.effect')}
          value={String(channel.message_retention_days ?? 'realm_default')}
          denied={isOwner ? undefined : text('organization.ownersOnly')}
          options={[
            { value: 'realm_default', label: text('forms.asOrganization', { value: kept(orgDays) }) },
            { value: '-1', label: text('forms.forever') },
            ...retentionDays.map((days) => ({ value: String(days), label: daysText(days, text) })),
          ]}
          save={(value) =>
            changeRetention(
              id,
              value === '-1' ? 'unlimited' : value === 'realm_default' ? value : Number(value),
            )
          }
        />
        <AutoSwitch
          label={text('channels.isDefault')}
          effect={text('channels.isDefault.effect')}
          value={isDefault}
          denied={
            isAdmin
              ? channel.invite_only
                ? text('channels.privateNotDefault')
                : undefined
              : text('organization.administratorsOnly')
          }
          save={(isOn) => changeIsDefault(id, isOn)}
        />
      </SettingGroup>
      {!channel.is_archived && <ChannelEmail channelId={id} name={channel.name} />}
      {!channel.is_archived && isManager && <FeedSetting channelId={id} />}
      <ArchiveSetting channel={channel} denied={denied} />
    </>
  )
}

function Membership({ channel }: { channel: ChannelObject }) {
  const text = useText()
  const id = channel.stream_id
  const isSubscribed = useSubscription(id) !== undefined
  const denial = useDenial({ kind: 'subscribe', channelId: id })
  if (channel.is_archived) return <ReadOnlyNote>{text('channels.isArchived')}</ReadOnlyNote>
  return (
    <div className={lists.bar}>
      <Button
        kind={isSubscribed ? 'neutral' : 'primary'}
        denied={isSubscribed ? undefined : denial}
        onClick={() => void (isSubscribed ? unsubscribe(id) : subscribe(id))}
      >
        {text(isSubscribed ? 'channels.leave' : 'channels.join')}
      </Button>
    </div>
  )
}

import type { ChannelObject } from '@loquat/contract'
import { useState } from 'react'
import { subscribe, unsubscribe } from '../../channels/channel-actions.ts'
import { useSubscription } from '../../channels/channels.ts'
import {
  archiveChannel,
  changeIsDefault,
  changePrivacy,
  changeRetention,
  describeChannel,
  type Privacy,
  renameChannel,
  unarchiveChannel,
  useChannelAddress,
} from '../../channels/manage-channels.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { mayAdministerChannel, maySubscribe } from '../../permissions/rights.ts'
import { useOrg } from '../../session/session.ts'
import { sayProblem } from '../../shell/error-toasts.ts'
import { say } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoChoice, AutoSwitch, AutoText } from '../forms/AutoField.tsx'
import lists from '../forms/Lists.module.css'
import { ReadOnlyNote, SavedMark, SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import { daysText } from '../forms/span-text.ts'
import { PrivacyChoice } from './PrivacyChoice.tsx'

const retentionDays = [30, 90, 180, 365, 730]

export function GeneralTab({ channel }: { channel: ChannelObject }) {
  const text = useText()
  const id = channel.stream_id
  const isManager = useOrg((org) => mayAdministerChannel(org, channel))
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
      <EmailAddress channelId={id} />
      <ArchiveSetting channel={channel} denied={denied} />
    </>
  )
}

const privacyOf = (channel: ChannelObject): Privacy => {
  if (channel.is_web_public) return 'web'
  if (!channel.invite_only) return 'public'
  return channel.history_public_to_subscribers ? 'private' : 'protected'
}

function PrivacySetting({ channel, denied }: { channel: ChannelObject; denied: string | undefined }) {
  const { phase, problem, run } = useSaving((privacy: Privacy) => changePrivacy(channel.stream_id, privacy))
  return (
    <SettingGroup>
      <PrivacyChoice value={privacyOf(channel)} denied={denied} onChange={(privacy) => void run(privacy)} />
      <SavedMark phase={phase} />
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
    </SettingGroup>
  )
}

function Membership({ channel }: { channel: ChannelObject }) {
  const text = useText()
  const id = channel.stream_id
  const isSubscribed = useSubscription(id) !== undefined
  const isAllowed = useOrg((org) => maySubscribe(org, channel))
  if (channel.is_archived) return <ReadOnlyNote>{text('channels.isArchived')}</ReadOnlyNote>
  return (
    <div className={lists.bar}>
      <Button
        kind={isSubscribed ? 'neutral' : 'primary'}
        denied={isSubscribed || isAllowed ? undefined : text('channels.joinDenied')}
        onClick={() => void (isSubscribed ? unsubscribe(id) : subscribe(id))}
      >
        {text(isSubscribed ? 'channels.leave' : 'channels.join')}
      </Button>
    </div>
  )
}

/** The email address of the channel, where the server receives email. */
function EmailAddress({ channelId }: { channelId: number }) {
  const text = useText()
  const { value } = useChannelAddress(channelId)
  if (value === undefined || value === '') return null
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    say('common.copied')
  }
  return (
    <SettingGroup title={text('channels.mail')} note={text('channels.mail.effect')}>
      <div className={lists.secret}>
        <code>{value}</code>
        <Button size="small" onClick={() => void copy()}>
          {text('common.copy')}
        </Button>
      </div>
    </SettingGroup>
  )
}

function ArchiveSetting({ channel, denied }: { channel: ChannelObject; denied: string | undefined }) {
  const text = useText()
  const [isAsking, setAsking] = useState(false)
  const id = channel.stream_id
  const title = text(channel.is_archived ? 'channels.unarchive' : 'channels.archive')
  return (
    <SettingGroup
      title={title}
      note={text(channel.is_archived ? 'channels.unarchive.effect' : 'channels.archive.effect')}
    >
      {channel.is_archived ? (
        <Button denied={denied} onClick={async () => sayProblem(await unarchiveChannel(id))}>
          {title}
        </Button>
      ) : (
        <Button kind="danger" denied={denied} onClick={() => setAsking(true)}>
          {title}
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={text('channels.archiveTitle', { name: channel.name })}
          body={text('channels.archiveBody')}
          action={text('channels.archive')}
          onConfirm={async () => sayProblem(await archiveChannel(id))}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingGroup>
  )
}

import { useId } from 'react'
import { Button } from '../../components/Button.tsx'
import { addressOf } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { StatusEmoji } from '../../people/StatusEmoji.tsx'
import { useOrg } from '../../session/session.ts'
import {
  changeName,
  changeTimezone,
  removeAvatar,
  setAvatar,
  setProfileValue,
} from '../../settings/settings-actions.ts'
import { openStatus } from '../../shell/dialogs.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoChoice } from '../forms/AutoField.tsx'
import { AutoText } from '../forms/AutoText.tsx'
import { ImageField } from '../forms/ImageField.tsx'
import lists from '../forms/Lists.module.css'
import { ProfileFields } from '../forms/ProfileFields.tsx'
import { SettingGroup, SettingLine } from '../forms/Setting.tsx'
import { OwnRows } from './OwnRows.tsx'

const maxNameLength = 100

export function ProfileSection() {
  const text = useText()
  const me = useOrg((org) => org.user_id ?? 0)
  const name = useOrg((org) => org.full_name ?? '')
  const zone = useOrg((org) => org.user_settings?.timezone ?? '')
  const hasPicture = useOrg((org) => org.avatar_source === 'U')
  const hasFields = useOrg((org) => (org.custom_profile_fields?.length ?? 0) > 0)
  const nameDenied = useOrg((org) => org.realm_name_changes_disabled === true && !org.is_admin)
  const pictureDenied = useOrg((org) => org.realm_avatar_changes_disabled === true && !org.is_admin)
  const byOrg = text('settings.byOrg')
  return (
    <>
      <SettingGroup>
        <ImageField
          label={text('settings.picture')}
          effect={text('settings.picture.effect')}
          preview={<Avatar userId={me} size={64} />}
          denied={pictureDenied ? byOrg : undefined}
          upload={setAvatar}
          remove={hasPicture ? removeAvatar : undefined}
        />
        <AutoText
          label={text('settings.name')}
          effect={text('settings.name.effect')}
          value={name}
          maxLength={maxNameLength}
          denied={nameDenied ? byOrg : undefined}
          save={changeName}
        />
        <OwnStatus userId={me} />
        <p className={lists.goTo}>
          <a href={addressOf({ kind: 'person', userId: me })}>{text('settings.seeProfile')}</a>
        </p>
      </SettingGroup>
      {hasFields && (
        <SettingGroup title={text('settings.group.fields')}>
          <ProfileFields userId={me} own save={setProfileValue} />
        </SettingGroup>
      )}
      <OwnRows section="profile" />
      <SettingGroup>
        <AutoChoice
          label={text('settings.timezone')}
          effect={text('settings.timezone.effect')}
          value={zone}
          options={timeZones().map((one) => ({ value: one, label: one === '' ? text('common.none') : one }))}
          save={changeTimezone}
        />
      </SettingGroup>
    </>
  )
}

function OwnStatus({ userId }: { userId: number }) {
  const text = useText()
  const id = useId()
  const words = useOrg((org) => org.user_status?.[String(userId)]?.status_text ?? '')
  return (
    <SettingLine
      id={id}
      label={text('settings.status')}
      effect={
        <>
          {text('settings.status.effect')} <StatusEmoji userId={userId} /> <bdi>{words}</bdi>
        </>
      }
    >
      <Button id={id} onClick={openStatus}>
        {text('status.set')}
      </Button>
    </SettingLine>
  )
}

let timeZoneNames: string[] | undefined
function timeZones(): readonly string[] {
  timeZoneNames ??= ['', ...Intl.supportedValuesOf('timeZone')]
  return timeZoneNames
}

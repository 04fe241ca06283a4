import type { GroupSettingValue, InitialState, PermissionRow, RealmPermission } from '@loquat/contract'
import { realmPermissions } from '@loquat/contract/light'
import { useChannels } from '../../channels/all-channels.ts'
import { useOrg } from '../../session/session.ts'
import { changeRealm, changeRealmPermission } from '../../settings/organization-actions.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { AccentField } from '../forms/AccentField.tsx'
import { AutoChoice, AutoSwitch } from '../forms/AutoField.tsx'
import { AutoText } from '../forms/AutoText.tsx'
import { HolderSetting } from '../forms/HolderSetting.tsx'
import { languageOptions } from '../settings/SettingControl.tsx'
import { retentionOptions, timeLimitOptions } from './duration-options.ts'
import type { OrgRow } from './organization-table.ts'
import { useOrgDenied } from './use-org-denied.ts'

const maxDescription = 1_000

/** Only providers that the server has can be chosen. */
const choicesOf = (
  { id, choices = [] }: OrgRow,
  providers: InitialState['realm_available_video_chat_providers'] = {},
) => {
  const available = Object.values(providers).map((provider) => provider.id)
  return id === 'video_chat_provider' ? choices.filter((one) => available.includes(Number(one))) : choices
}

/** The control of one row of the table. */
export function OrgSetting({ row }: { row: OrgRow }) {
  const text = useText()
  const locale = useLocale()
  const channels = useChannels()
  const value = useOrg((org) => org[`realm_${row.id}` as keyof InitialState])
  const providers = useOrg((org) => org.realm_available_video_chat_providers)
  const isDenied = useOrgDenied(row.isOwnerOnly)
  const hasGifs = useOrg((org) => (org.server_gif_provider ?? null) !== null)
  const denied = row.id === 'giphy_rating' && !hasGifs ? text('organization.giphy_rating.noKey') : isDenied
  const common = {
    label: text(`organization.${row.id}`),
    effect: text(`organization.${row.id}.effect`),
    denied,
  }
  const save = (next: unknown) => changeRealm(row.id, next)
  switch (row.kind) {
    case 'switch':
      return <AutoSwitch {...common} value={value === true} save={save} />
    case 'holders':
      return value === undefined ? null : (
        <HolderSetting
          {...common}
          value={value as GroupSettingValue}
          rule={realmPermissions[row.id as RealmPermission] as PermissionRow}
          save={(next, old) => changeRealmPermission(row.id, next, old)}
        />
      )
    case 'choice':
      return (
        <AutoChoice<string | number>
          {...common}
          value={value as string | number}
          options={choicesOf(row, providers).map((choice) => ({
            value: choice,
            label: text(`organization.${row.id}.${choice}`),
          }))}
          save={save}
        />
      )
    case 'accent':
      return (
        <AccentField
          {...common}
          isStrict
          value={String(value ?? '')}
          noneLabel={text('organization.accent_color.none')}
          save={save}
        />
      )
    case 'language':
      return (
        <AutoChoice
          {...common}
          value={String(value)}
          options={languageOptions(String(value), locale)}
          save={save}
        />
      )
    case 'number':
      return (
        <AutoText
          {...common}
          type="number"
          isNarrow
          least={0}
          value={String(value)}
          save={(typed) => save(Math.max(0, Math.round(Number(typed))))}
        />
      )
    case 'text':
      return <AutoText {...common} value={String(value ?? '')} save={save} />
    case 'address':
      return (
        <AutoText {...common} value={String(value ?? '')} save={(typed) => save(typed.trim() || 'default')} />
      )
    case 'area':
      return (
        <AutoText {...common} isLong maxLength={maxDescription} value={String(value ?? '')} save={save} />
      )
    case 'channel':
    case 'private-channel':
      return (
        <AutoChoice
          {...common}
          value={Number(value)}
          options={[
            { value: -1, label: text('forms.noChannel') },
            ...channels
              .filter((one) => !one.is_archived && (row.kind !== 'private-channel' || one.invite_only))
              .map((one) => ({ value: one.stream_id, label: one.name })),
          ]}
          save={save}
        />
      )
    case 'limit':
      return (
        <AutoChoice
          {...common}
          value={value === null ? 0 : Number(value)}
          options={timeLimitOptions(Number(value), text)}
          save={(seconds) => save(seconds === 0 ? 'unlimited' : seconds)}
        />
      )
    case 'days':
      return (
        <AutoChoice
          {...common}
          value={Number(value)}
          options={retentionOptions(Number(value), text)}
          save={(days) => save(days === -1 ? 'unlimited' : days)}
        />
      )
  }
}

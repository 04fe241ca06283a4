import { Trash2 } from 'lucide-react'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { channelsById } from '../../channels/channels.ts'
import { changeIsDefault } from '../../channels/manage-channels.ts'
import { IconButton } from '../../components/Button.tsx'
import { addressOf } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { channelKey, idsOf, useChannelOptions } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { ChannelSets } from './ChannelSets.tsx'
import { OrgRows } from './OrgRows.tsx'
import { useOrgDenied } from './use-org-denied.ts'

/** Default channels, channel sets and announcement channels. */
export function ChannelsSection() {
  return (
    <>
      <DefaultChannels />
      <ChannelSets />
      <OrgRows section="channels" />
    </>
  )
}

function DefaultChannels() {
  const text = useText()
  const denied = useOrgDenied(false)
  const ids = useOrg((org) => org.realm_default_streams)
  const channels = useOrg(channelsById)
  const taken = new Set(ids?.map(channelKey))
  const options = useChannelOptions().filter(
    ({ key }) => !taken.has(key) && channels.get(Number(key.split(':')[1]))?.invite_only === false,
  )
  const change = async (id: number, isDefault: boolean) =>
    showProblemToast(await changeIsDefault(id, isDefault))
  return (
    <SettingGroup
      title={text('organization.defaultChannels')}
      note={text('organization.defaultChannels.effect')}
    >
      <ul className={lists.list}>
        {(ids ?? []).map((id) => (
          <li key={id} className={lists.row}>
            <ChannelGlyph channelId={id} />
            <span className={lists.main}>
              <a href={addressOf({ kind: 'channel-settings', channelId: id, tab: 'general' })}>
                <bdi>{channels.get(id)?.name}</bdi>
              </a>
            </span>
            <IconButton
              label={text('organization.defaultChannels.remove', { name: channels.get(id)?.name ?? '' })}
              icon={<Trash2 size={17} />}
              denied={denied}
              onClick={() => void change(id, false)}
            />
          </li>
        ))}
      </ul>
      {ids?.length === 0 && <p className={lists.nothing}>{text('organization.defaultChannels.none')}</p>}
      {denied === undefined && (
        <PillPicker
          label={text('organization.defaultChannels.add')}
          placeholder={text('organization.defaultChannels.add')}
          options={options}
          chosen={[]}
          onChange={(keys) => {
            const [id] = idsOf(keys, 'channel')
            if (id !== undefined) void change(id, true)
          }}
        />
      )}
    </SettingGroup>
  )
}

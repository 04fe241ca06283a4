import { ArchivedMark } from '../../channels/ArchivedMark.tsx'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { memoized } from '../../lib/memoized.ts'
import { addressOf } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'

const channelsWithOverrides = memoized(
  (org) => [org.subscriptions],
  ({ subscriptions = [] }) =>
    subscriptions.filter(
      (one) =>
        one.desktop_notifications !== null ||
        one.audible_notifications !== null ||
        one.push_notifications !== null ||
        one.email_notifications !== null ||
        one.wildcard_mentions_notify !== null,
    ),
)

/** Channels that override these settings. */
export function ChannelOverrides() {
  const text = useText()
  const channels = useOrg(channelsWithOverrides)
  return (
    <SettingGroup title={text('settings.exceptions')} note={text('settings.exceptions.effect')}>
      <ul className={lists.list}>
        {channels.map((channel) => (
          <li key={channel.stream_id} className={lists.row}>
            <ChannelGlyph channelId={channel.stream_id} />
            <span className={lists.main}>
              <a
                href={addressOf({
                  kind: 'channel-settings',
                  channelId: channel.stream_id,
                  tab: 'notifications',
                })}
              >
                {channel.name} <ArchivedMark channelId={channel.stream_id} />
              </a>
            </span>
          </li>
        ))}
      </ul>
      {channels.length === 0 && <p className={lists.nothing}>{text('settings.exceptions.none')}</p>}
    </SettingGroup>
  )
}

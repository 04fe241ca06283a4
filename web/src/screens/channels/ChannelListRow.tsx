import type { ChannelObject } from '@loquat/contract'
import { Eye, Settings2 } from 'lucide-react'
import { ArchivedMark } from '../../channels/ArchivedMark.tsx'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { subscribe, unsubscribe } from '../../channels/channel-actions.ts'
import { useSubscription } from '../../channels/channels.ts'
import { Button } from '../../components/Button.tsx'
import named from '../../components/NamedLines.module.css'
import { addressOf } from '../../navigation/router.ts'
import { useDenial } from '../../permissions/use-denial.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import styles from './Channels.module.css'

export function ChannelListRow({ channel, people }: { channel: ChannelObject; people: number | undefined }) {
  const text = useText()
  const id = channel.stream_id
  const isSubscribed = useSubscription(id) !== undefined
  const denial = useDenial({ kind: 'subscribe', channelId: id })
  // Members can read public channels before they subscribe.
  const mayLook = useOrg((org) => channel.is_web_public || (!channel.invite_only && org.is_guest !== true))
  const traffic = channel.stream_weekly_traffic
  return (
    <>
      <ChannelGlyph channelId={id} size={18} />
      <div className={named.lines}>
        <a href={addressOf({ kind: 'channel', channelId: id })} dir="auto">
          {channel.name} <ArchivedMark channelId={id} />
        </a>
        <span className={lists.soft} dir="auto">
          {channel.description}
        </span>
      </div>
      <span className={styles.numbers}>
        {people !== undefined && <span>{text('channels.peopleIn', { count: people })}</span>}
        <span>
          {traffic === null ? text('channels.isNew') : text('channels.traffic', { count: traffic })}
        </span>
      </span>
      {!isSubscribed && mayLook && (
        <a
          className={styles.gear}
          href={addressOf({ kind: 'channel', channelId: id })}
          aria-label={text('channels.lookInto', { name: channel.name })}
          title={text('channels.lookInto', { name: channel.name })}
        >
          <Eye size={18} />
        </a>
      )}
      <a
        className={styles.gear}
        href={addressOf({ kind: 'channel-settings', channelId: id, tab: 'general' })}
        aria-label={text('channels.settingsOf', { name: channel.name })}
        title={text('channels.settingsOf', { name: channel.name })}
      >
        <Settings2 size={18} />
      </a>
      {!channel.is_archived && (
        <Button
          size="small"
          kind={isSubscribed ? 'neutral' : 'primary'}
          className={styles.join ?? ''}
          denied={isSubscribed ? undefined : denial}
          onClick={() => void (isSubscribed ? unsubscribe(id) : subscribe(id))}
        >
          {text(isSubscribed ? 'channels.leave' : 'channels.join')}
        </Button>
      )}
    </>
  )
}

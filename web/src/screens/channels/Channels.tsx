import type { ChannelObject } from '@loquat/contract'
import { Settings2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { ChannelGlyph } from '../../components/ChannelGlyph.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { subscribe, unsubscribe } from '../../state/actions/channels.ts'
import { useChannels } from '../../state/all-channels.ts'
import { subscriptionsById, useSubscription } from '../../state/channels.ts'
import { folded } from '../../state/fold-text.ts'
import { maySubscribe } from '../../state/rights.ts'
import { addressOf, leave, navigate } from '../../state/router.ts'
import { useOrg } from '../../state/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import lists from '../forms/Lists.module.css'
import { Choices } from '../forms/TabbedDialog.tsx'
import { VirtualRows } from '../forms/VirtualRows.tsx'
import styles from './Channels.module.css'

const tabs = ['subscribed', 'others', 'all', 'archived'] as const
type Tab = (typeof tabs)[number]
type Order = 'name' | 'traffic'
const rowHeight = 64

/** Every channel there is for the reader. */
export function Channels() {
  const text = useText()
  const channels = useChannels()
  const own = useOrg(subscriptionsById)
  const mayCreate = useOrg((org) => org.can_create_streams === true)
  const [tab, setTab] = useState<Tab>('all')
  const [order, setOrder] = useState<Order>('name')
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => {
    const wanted = folded(filter.trim())
    const found = channels.filter(
      (channel) =>
        channel.is_archived === (tab === 'archived') &&
        (tab === 'all' || tab === 'archived' || own.has(channel.stream_id) === (tab === 'subscribed')) &&
        folded(`${channel.name} ${channel.description}`).includes(wanted),
    )
    if (order === 'name') return found
    return found.sort((a, b) => (b.stream_weekly_traffic ?? 0) - (a.stream_weekly_traffic ?? 0))
  }, [channels, own, tab, order, filter])
  return (
    <Dialog title={text('channels.title')} size="large" onClose={leave}>
      <div className={styles.browse}>
        <Choices
          label={text('channels.which')}
          options={tabs.map((id) => ({ id, label: text(`channels.tab.${id}`) }))}
          current={tab}
          onChange={setTab}
        />
        <div className={lists.bar}>
          <FilterField label={text('channels.filter')} value={filter} onChange={setFilter} />
          <select
            aria-label={text('channels.order')}
            value={order}
            onChange={({ target }) => setOrder(target.value as Order)}
          >
            <option value="name">{text('channels.order.name')}</option>
            <option value="traffic">{text('channels.order.traffic')}</option>
          </select>
          <Button
            kind="primary"
            denied={mayCreate ? undefined : text('channels.createDenied')}
            onClick={() => navigate({ kind: 'channel-new' })}
          >
            {text('channels.new')}
          </Button>
        </div>
        {shown.length === 0 ? (
          <EmptyState text={text(filter === '' ? `channels.none.${tab}` : 'channels.noneFit')} />
        ) : (
          <VirtualRows
            label={text('channels.title')}
            items={shown}
            rowHeight={rowHeight}
            keyOf={(one) => one.stream_id}
          >
            {(channel) => <Row channel={channel} />}
          </VirtualRows>
        )}
      </div>
    </Dialog>
  )
}

function Row({ channel }: { channel: ChannelObject }) {
  const text = useText()
  const id = channel.stream_id
  const isSubscribed = useSubscription(id) !== undefined
  const isAllowed = useOrg((org) => maySubscribe(org, channel))
  const traffic = channel.stream_weekly_traffic
  return (
    <>
      <ChannelGlyph channelId={id} size={18} />
      <div className={styles.words}>
        <a href={addressOf({ kind: 'channel', channelId: id })} dir="auto">
          {channel.name}
        </a>
        <span className={lists.soft} dir="auto">
          {channel.description}
        </span>
      </div>
      <span className={styles.traffic}>
        {traffic === null ? text('channels.isNew') : text('channels.traffic', { count: traffic })}
      </span>
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
          denied={isSubscribed || isAllowed ? undefined : text('channels.joinDenied')}
          onClick={() => void (isSubscribed ? unsubscribe(id) : subscribe(id))}
        >
          {text(isSubscribed ? 'channels.leave' : 'channels.join')}
        </Button>
      )}
    </>
  )
}

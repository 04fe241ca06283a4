import type { DefaultChannelGroupObject } from '@loquat/contract'
import { useMemo, useState } from 'react'
import { useChannels } from '../../channels/all-channels.ts'
import {
  type BrowseOrder,
  type BrowseTab,
  browseOrders,
  browseTabs,
  filterChannels,
} from '../../channels/browse-channels.ts'
import { subscriptionsById } from '../../channels/channels.ts'
import { useSubscriberCounts } from '../../channels/subscriber-counts.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { leaveDialog, navigate } from '../../navigation/router.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import lists from '../forms/Lists.module.css'
import { Choices } from '../forms/TabbedDialog.tsx'
import { VirtualRows } from '../forms/VirtualRows.tsx'
import { AskForChannels } from './AskForChannels.tsx'
import { ChannelListRow } from './ChannelListRow.tsx'
import { ChannelSets } from './ChannelSets.tsx'
import styles from './Channels.module.css'

const rowHeight = 64

/** Lists all channels visible to the reader. */
export function Channels() {
  const text = useText()
  const channels = useChannels()
  const own = useOrg(subscriptionsById)
  const people = useSubscriberCounts()
  const mayCreate = useOrg((org) => org.can_create_streams === true)
  const isStranded = useOrg((org) => org.is_guest === true) && channels.length === 0
  const [tab, setTab] = useState<BrowseTab>('all')
  const [order, setOrder] = useState<BrowseOrder>('name')
  const [filter, setFilter] = useState('')
  const [group, setGroup] = useState<DefaultChannelGroupObject>()
  const shown = useMemo(
    () =>
      filterChannels(channels, {
        tab,
        order,
        filter,
        among: group && new Set(group.streams),
        isSubscribed: (id) => own.has(id),
        subscriberCount: (id) => people[id],
      }),
    [channels, own, people, tab, order, filter, group],
  )
  return (
    <Dialog title={text('channels.title')} size="large" onClose={leaveDialog}>
      <div className={styles.browse}>
        <Choices
          label={text('channels.which')}
          options={browseTabs.map((id) => ({ id, label: text(`channels.tab.${id}`) }))}
          current={tab}
          onChange={setTab}
        />
        <div className={lists.bar}>
          <FilterField label={text('channels.filter')} value={filter} onChange={setFilter} />
          <select
            aria-label={text('channels.order')}
            value={order}
            onChange={({ target }) => setOrder(target.value as BrowseOrder)}
          >
            {browseOrders.map((one) => (
              <option key={one} value={one}>
                {text(`channels.order.${one}`)}
              </option>
            ))}
          </select>
          <Button
            kind="primary"
            denied={mayCreate ? undefined : text('channels.createDenied')}
            onClick={() => navigate({ kind: 'channel-new' })}
          >
            {text('channels.new')}
          </Button>
        </div>
        <ChannelSets chosen={group} onChoose={setGroup} />
        {isStranded ? (
          <AskForChannels />
        ) : shown.length === 0 ? (
          <EmptyState text={text(filter === '' ? `channels.none.${tab}` : 'channels.noneFit')} />
        ) : (
          <VirtualRows
            label={text('channels.title')}
            items={shown}
            rowHeight={rowHeight}
            keyOf={(one) => one.stream_id}
          >
            {(channel) => <ChannelListRow channel={channel} people={people[channel.stream_id]} />}
          </VirtualRows>
        )}
      </div>
    </Dialog>
  )
}

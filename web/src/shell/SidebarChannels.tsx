import type { SubscriptionObject } from '@loquat/contract'
import { Plus } from 'lucide-react'
import { memo } from 'react'
import { IconButton } from '../components/Button.tsx'
import { useIsMember } from '../state/member.ts'
import { addressOf, navigate } from '../state/router.ts'
import { useOrg } from '../state/session.ts'
import { channelSections } from '../state/sidebar.ts'
import { useText } from '../texts/texts.tsx'
import { ChannelRow } from './ChannelRow.tsx'
import styles from './Sidebar.module.css'
import { SidebarSection } from './SidebarSection.tsx'

export function SidebarChannels() {
  const text = useText()
  const isMember = useIsMember()
  const { pinned, others, inactive } = useOrg(channelSections)
  return (
    <>
      {pinned.length > 0 && (
        <SidebarSection name="pinned" title={text('sidebar.pinned')}>
          <Rows channels={pinned} />
        </SidebarSection>
      )}
      <SidebarSection
        name="channels"
        title={text('sidebar.channels')}
        actions={
          isMember && (
            <IconButton
              size="small"
              label={text('sidebar.browse')}
              icon={<Plus size={15} />}
              onClick={() => navigate({ kind: 'channels' })}
            />
          )
        }
      >
        <Rows channels={others} />
        {isMember && (
          <a href={addressOf({ kind: 'channels' })} className={styles.more}>
            {text('sidebar.browse')}
          </a>
        )}
      </SidebarSection>
      {inactive.length > 0 && (
        <SidebarSection
          name="inactive"
          title={text('sidebar.inactive', { count: inactive.length })}
          startsClosed
        >
          <Rows channels={inactive} />
        </SidebarSection>
      )}
    </>
  )
}

const Rows = memo(({ channels }: { channels: readonly SubscriptionObject[] }) => (
  <ul className={styles.rows}>
    {channels.map((channel) => (
      <ChannelRow key={channel.stream_id} channel={channel} />
    ))}
  </ul>
))

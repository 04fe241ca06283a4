import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { ArchivedMark } from '../../channels/ArchivedMark.tsx'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { markChannelRead } from '../../channels/channel-actions.ts'
import { useChannel } from '../../channels/channels.ts'
import { Badge } from '../../components/Badge.tsx'
import lines from '../../components/ConversationLine.module.css'
import { addressOf } from '../../navigation/router.ts'
import { useText } from '../../texts/texts.tsx'
import type { InboxRow } from '../../unread/inbox.ts'
import styles from './Inbox.module.css'
import { InboxLine } from './InboxLine.tsx'

interface Props {
  channelId: number
  rows: readonly InboxRow[]
  count: number
}

/** A channel with its unread conversations. */
export function ChannelBand({ channelId, rows, count }: Props) {
  const text = useText()
  const channel = useChannel(channelId)
  const [isOpen, setOpen] = useState(true)
  const name = channel?.name ?? text('channel.unknown')
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid
    <div role="rowgroup" aria-label={name}>
      {/* biome-ignore lint/a11y/useSemanticElements: part of a grid */}
      <div role="row" tabIndex={-1}>
        {/* biome-ignore lint/a11y/useSemanticElements: part of a grid */}
        <div className={styles.channelRow} role="gridcell" tabIndex={-1}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-label={text(isOpen ? 'sidebar.hideTopics' : 'sidebar.showTopics', { channel: name })}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown size={15} /> : <ChevronRight size={15} />}
          </button>
          <a href={addressOf({ kind: 'channel', channelId })}>
            <ChannelGlyph channelId={channelId} />
            <span dir="auto">{name}</span>
            <ArchivedMark channelId={channelId} />
          </a>
          <button
            type="button"
            className={lines.count}
            title={text('reading.markRead')}
            aria-label={text('inbox.markRow', { count })}
            onClick={() => void markChannelRead(channelId)}
          >
            <Badge count={count} />
          </button>
        </div>
      </div>
      {isOpen && rows.map((row) => <InboxLine key={row.key} row={row} isInside />)}
    </div>
  )
}

import { CircleUser, Inbox, type LucideIcon, Search, Settings, SquareTerminal, Users } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import { ArchivedMark } from '../../channels/ArchivedMark.tsx'
import { ChannelGlyph } from '../../channels/ChannelGlyph.tsx'
import { useChannel } from '../../channels/channels.ts'
import { Badge } from '../../components/Badge.tsx'
import { Keys } from '../../components/Keys.tsx'
import { Avatar } from '../../people/Avatar.tsx'
import type { SwitcherItem, SwitcherKind } from '../../switcher/switcher-items.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Switcher.module.css'

const icons: Partial<Record<SwitcherKind, LucideIcon>> = {
  view: Inbox,
  people: Users,
  group: Users,
  settings: Settings,
  command: SquareTerminal,
  search: Search,
}

interface Props {
  id: string
  item: SwitcherItem
  index: number
  isActive: boolean
  onHover: (index: number) => void
  onPick: (item: SwitcherItem, how: 'open' | 'tab') => void
}

export const SwitcherOption = memo(({ id, item, index, isActive, onHover, onPick }: Props) => {
  const text = useText()
  const { kind, unread = 0 } = item
  const channel = useChannel(kind === 'topic' ? (item.channelId ?? 0) : 0)
  const onClick = (event: MouseEvent) => onPick(item, event.ctrlKey || event.metaKey ? 'tab' : 'open')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={item.denied !== undefined || undefined}
      className={styles.option}
      data-dimmed={item.isMuted || item.isArchived || item.denied !== undefined || undefined}
      onPointerMove={() => !isActive && onHover(index)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <span className={styles.icon}>
        <Picture item={item} />
      </span>
      <span className={styles.name}>
        {kind === 'topic' && (
          <>
            <bdi className={styles.channel}>{channel?.name ?? text('channel.unknown')}</bdi>
            <ArchivedMark channelId={item.channelId ?? 0} />
            <span className={styles.arrow}>›</span>
          </>
        )}
        <bdi>{item.name}</bdi>
        {kind === 'channel' && <ArchivedMark channelId={item.channelId ?? 0} />}
      </span>
      <Badge
        count={unread}
        toYou={item.hasMention === true}
        muted={item.isMuted === true}
        label={text('sidebar.unread', { count: unread })}
      />
      {item.denied !== undefined ? (
        <span className={styles.kind}>{item.denied}</span>
      ) : item.command?.keys[0] === undefined ? (
        <span className={styles.kind}>{text(`switcher.kind.${kind}`)}</span>
      ) : (
        <Keys keys={item.command.keys[0]} />
      )}
    </div>
  )
})

function Picture({ item: { kind, channelId, userId } }: { item: SwitcherItem }) {
  if (channelId !== undefined) return <ChannelGlyph channelId={channelId} />
  if (userId !== undefined) return <Avatar userId={userId} size={20} presence />
  const Icon = icons[kind] ?? CircleUser
  return <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
}

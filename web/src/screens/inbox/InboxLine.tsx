import { AtSign, Check, Eye } from 'lucide-react'
import { Avatar } from '../../components/Avatar.tsx'
import { Badge } from '../../components/Badge.tsx'
import { ChannelGlyph } from '../../components/ChannelGlyph.tsx'
import { markConversationRead } from '../../state/actions/topics.ts'
import { useChannel } from '../../state/channels.ts'
import type { InboxRow } from '../../state/inbox.ts'
import { useMessage } from '../../state/messages.ts'
import { useNames } from '../../state/names.ts'
import { usePerson } from '../../state/people.ts'
import { firstLine } from '../../state/previews.ts'
import { addressOf } from '../../state/router.ts'
import { useOrg } from '../../state/session.ts'
import { listTime } from '../../state/times.ts'
import { isResolved, shownTopic } from '../../state/topic-names.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './Inbox.module.css'

/** One conversation with something unread. Inside a channel its name is not said again. */
export function InboxLine({ row, isInside }: { row: InboxRow; isInside?: boolean }) {
  const text = useText()
  const locale = useLocale()
  const { conversation, count, newest, hasMention, isRead, isFollowed } = row
  const message = useMessage(newest)
  const sender = usePerson(message?.sender_id ?? 0)
  const isDirect = conversation.kind === 'dm'
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid
    // biome-ignore lint/a11y/useFocusableInteractive: the link inside has the focus
    <div
      className={styles.row}
      role="row"
      data-row="true"
      data-read={isRead}
      data-inside={isInside || undefined}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: part of a grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the link inside has the focus */}
      <div role="gridcell" className={styles.cell}>
        <a href={addressOf(conversation)} className={styles.link}>
          <span className={styles.place}>
            {isDirect ? (
              <Direct userIds={conversation.userIds} />
            ) : (
              <Topic {...conversation} isInside={isInside} />
            )}
            {hasMention && !isDirect && (
              <AtSign size={14} className={styles.mention} aria-label={text('inbox.mention')} />
            )}
            {isFollowed && <Eye size={13} className={styles.soft} aria-label={text('topic.followed')} />}
          </span>
          <span className={styles.line} dir="auto">
            {message !== undefined && !isDirect && (
              <span className={styles.sender}>{sender?.full_name.split(' ')[0]}: </span>
            )}
            {message !== undefined && firstLine(message.content)}
          </span>
          {message !== undefined && !isDirect && <Avatar userId={message.sender_id} size={20} />}
        </a>
        <button
          type="button"
          className={styles.count}
          title={text('reading.markRead')}
          aria-label={text('inbox.markRow', { count })}
          onClick={() => void markConversationRead(conversation)}
        >
          <Badge count={count} toYou={row.band === 'to-you'} />
        </button>
        <time className={styles.time}>{message !== undefined && listTime(message.timestamp, locale)}</time>
      </div>
    </div>
  )
}

function Direct({ userIds }: { userIds: readonly number[] }) {
  const text = useText()
  const names = useNames(userIds)
  const me = useOrg((org) => org.user_id ?? 0)
  return (
    <>
      <Avatar userId={userIds[0] ?? me} size={20} presence={userIds.length === 1} />
      <span className={styles.name} dir="auto">
        {userIds.length === 0 ? text('dm.notesToSelf') : names}
      </span>
    </>
  )
}

function Topic({
  channelId,
  topic,
  isInside,
}: {
  channelId: number
  topic: string
  isInside: boolean | undefined
}) {
  const channel = useChannel(channelId)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const { text: name, isPlaceholder } = shownTopic(topic, emptyName)
  return (
    <>
      {!isInside && (
        <>
          <ChannelGlyph channelId={channelId} />
          <span className={styles.channel} dir="auto">
            {channel?.name ?? '?'}
          </span>
          <span className={styles.soft}>›</span>
        </>
      )}
      {isResolved(topic) && <Check size={15} className={styles.soft} />}
      <span className={styles.name} dir="auto">
        {isPlaceholder ? <em>{name}</em> : name}
      </span>
    </>
  )
}

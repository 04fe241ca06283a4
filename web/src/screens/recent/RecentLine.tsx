import { AtSign, Eye, VolumeX } from 'lucide-react'
import { markConversationRead } from '../../channels/topic-actions.ts'
import { Badge } from '../../components/Badge.tsx'
import lines from '../../components/ConversationLine.module.css'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { exactTime, listTime } from '../../lib/times.ts'
import { useMessage } from '../../messages/messages.ts'
import { firstLine } from '../../messages/previews.ts'
import { addressOf } from '../../navigation/router.ts'
import { AvatarStack } from '../../people/Avatar.tsx'
import { givenName, usePerson } from '../../people/people.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import type { RecentRow } from '../../unread/recent.ts'
import styles from './Recent.module.css'

/** One conversation with its last message, participants, unread count and time. */
export function RecentLine({ row }: { row: RecentRow }) {
  const text = useText()
  const locale = useLocale()
  const { conversation, newest, timestamp, unread, hasMention } = row
  const message = useMessage(newest)
  const sender = usePerson(message?.sender_id ?? 0)
  const isDirect = conversation.kind === 'dm'
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid
    // biome-ignore lint/a11y/useFocusableInteractive: the link inside has the focus
    <div
      role="gridcell"
      className={`${lines.line} ${styles.line}`}
      data-unread={unread > 0}
      data-muted={row.isMuted || undefined}
    >
      <a href={addressOf(conversation)} className={lines.link}>
        <span className={lines.place}>
          <ConversationName place={conversation} />
          {hasMention && !isDirect && (
            <AtSign size={14} className={lines.mention} aria-label={text('inbox.mention')} />
          )}
          {row.isFollowed && <Eye size={13} className={lines.soft} aria-label={text('topic.followed')} />}
          {row.isMuted && <VolumeX size={13} className={lines.soft} aria-label={text('recent.muted')} />}
        </span>
        <span className={lines.said} dir="auto">
          {message !== undefined && (
            <>
              <span className={lines.sender}>{sender && givenName(sender)}: </span>
              {firstLine(message.content)}
            </>
          )}
        </span>
        <AvatarStack userIds={row.participants} most={5} />
      </a>
      <button
        type="button"
        className={`${lines.count} ${styles.count}`}
        title={text('reading.markRead')}
        aria-label={text('inbox.markRow', { count: unread })}
        hidden={unread === 0}
        onClick={() => void markConversationRead(conversation)}
      >
        <Badge count={unread} toYou={hasMention || isDirect} muted={row.isMuted} />
      </button>
      <time className={lines.time} title={exactTime(timestamp, locale)}>
        {listTime(timestamp, locale)}
      </time>
    </div>
  )
}

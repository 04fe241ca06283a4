import { AtSign, Eye } from 'lucide-react'
import { markConversationRead } from '../../channels/topic-actions.ts'
import { Badge } from '../../components/Badge.tsx'
import lines from '../../components/ConversationLine.module.css'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { listTime } from '../../lib/times.ts'
import { useMessage } from '../../messages/messages.ts'
import { firstLine } from '../../messages/previews.ts'
import { addressOf } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { givenName, usePerson } from '../../people/people.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import type { InboxRow } from '../../unread/inbox.ts'
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
      <div role="gridcell" className={lines.line}>
        <a href={addressOf(conversation)} className={lines.link}>
          <span className={lines.place}>
            <ConversationName place={conversation} isInChannel={isInside === true} />
            {hasMention && !isDirect && (
              <AtSign size={14} className={lines.mention} aria-label={text('inbox.mention')} />
            )}
            {isFollowed && <Eye size={13} className={lines.soft} aria-label={text('topic.followed')} />}
          </span>
          <span className={lines.said} dir="auto">
            {message !== undefined && !isDirect && (
              <span className={lines.sender}>{sender && givenName(sender)}: </span>
            )}
            {message !== undefined && firstLine(message.content)}
          </span>
          {message !== undefined && !isDirect && <Avatar userId={message.sender_id} size={20} />}
        </a>
        <button
          type="button"
          className={lines.count}
          title={text('reading.markRead')}
          aria-label={text('inbox.markRow', { count })}
          onClick={() => void markConversationRead(conversation)}
        >
          <Badge count={count} toYou={row.band === 'to-you'} />
        </button>
        <time className={lines.time}>{message !== undefined && listTime(message.timestamp, locale)}</time>
      </div>
    </div>
  )
}

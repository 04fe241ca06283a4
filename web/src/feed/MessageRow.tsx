import { memo, useState } from 'react'
import { useTimeStyle } from '../lib/clock.ts'
import { exactTime, timeOfDay } from '../lib/times.ts'
import { useMessage } from '../messages/messages.ts'
import { conversationOf } from '../navigation/conversation.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { Avatar } from '../people/Avatar.tsx'
import { isNotice, usePerson } from '../people/people.ts'
import { useIsMember } from '../session/member.ts'
import { myId } from '../session/session.ts'
import { openPerson } from '../shell/person-card.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { useIsDimmed } from './dimming.ts'
import { FoundInFiles } from './FoundInFiles.tsx'
import { useSwipeAndHold } from './gestures.ts'
import { HoverBar } from './HoverBar.tsx'
import styles from './Message.module.css'
import { MessageBody } from './MessageBody.tsx'
import { MessageExtras } from './MessageExtras.tsx'
import { ChangedMark, MessageHead, MessageMarks } from './MessageHead.tsx'
import { Reactions } from './Reactions.tsx'
import { select, useSelection } from './selection.ts'
import { useMessageLabel } from './use-message-label.ts'

interface Props {
  id: number
  lead: boolean
  /** Separators above the message, for screen readers; see `separatorsAbove`. */
  intro: string
  view: FeedView
}

/** One message. Later messages of a run show their time in the gutter on hover. */
export const MessageRow = memo(({ id, lead, intro, view }: Props) => {
  const text = useText()
  const locale = useLocale()
  const message = useMessage(id)
  const sender = usePerson(message?.sender_id ?? 0)
  const isSelected = useSelection(({ selected }) => selected === id)
  const isDimmed = useIsDimmed(message && conversationOf(message, myId()), view)
  const isMember = useIsMember()
  const gestures = useSwipeAndHold(id)
  // Buttons are created on hover: most messages are only read.
  const [isNear, setNear] = useState(false)
  const style = useTimeStyle()
  const label = useMessageLabel(message, sender?.full_name, intro)
  if (message === undefined) return null
  const { flags, timestamp, reactions, sender_id: senderId } = message
  const name = sender?.full_name ?? message.sender_full_name
  const hasHead = lead && !message.is_me_message
  const isMention = flags.includes('mentioned')
  const isGroupMention = flags.includes('wildcard_mentioned') || flags.includes('group_mentioned')
  return (
    <article
      className={styles.message}
      data-message={id}
      data-lead={lead}
      data-selected={isSelected}
      data-placed={view.at === id || undefined}
      data-mention={isMention || undefined}
      data-group-mention={(!isMention && isGroupMention) || undefined}
      data-notice={isNotice(message, sender) || undefined}
      data-dimmed={isDimmed || undefined}
      aria-label={label}
      aria-setsize={-1}
      aria-posinset={id}
      tabIndex={isSelected ? 0 : -1}
      onFocus={(event) => event.target === event.currentTarget && select(id)}
      onPointerEnter={() => setNear(true)}
      {...gestures}
    >
      <div className={styles.gutter}>
        {hasHead ? (
          <button
            type="button"
            className={styles.face}
            tabIndex={-1}
            aria-label={text('message.sender', { name })}
            onClick={(event) => openPerson(senderId, event.currentTarget)}
          >
            <Avatar userId={senderId} size="density" />
          </button>
        ) : (
          <>
            <span className={styles.marks}>
              <MessageMarks message={message} />
            </span>
            <time className={styles.aside} title={exactTime(timestamp, locale, style)}>
              {timeOfDay(timestamp, locale, style)}
            </time>
          </>
        )}
      </div>
      <div className={styles.body}>
        {hasHead && <MessageHead message={message} />}
        <MessageBody message={message} view={view} />
        {view.kind === 'search' && <FoundInFiles message={message} />}
        <MessageExtras message={message} />
        {reactions.length > 0 && <Reactions message={message} />}
      </div>
      <ChangedMark message={message} />
      {isMember && (isNear || isSelected) && <HoverBar message={message} view={view} />}
    </article>
  )
})

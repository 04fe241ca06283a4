import { PenLine, Star } from 'lucide-react'
import { memo, useState } from 'react'
import { useIsBeingEdited } from '../compose/typing.ts'
import { useTimeStyle } from '../lib/clock.ts'
import { exactTime, timeOfDay } from '../lib/times.ts'
import { useEditing } from '../messages/editing.ts'
import { useMessage } from '../messages/messages.ts'
import { conversationOf } from '../navigation/conversation.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { Avatar } from '../people/Avatar.tsx'
import { GuestMark } from '../people/GuestMark.tsx'
import { useIsInactive, usePerson } from '../people/people.ts'
import { StatusEmoji } from '../people/StatusEmoji.tsx'
import { useIsMember } from '../session/member.ts'
import { myId } from '../session/session.ts'
import { openPerson } from '../shell/person-card.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { CollapsedContent } from './CollapsedContent.tsx'
import { useIsDimmed } from './dimming.ts'
import { useSwipeAndHold } from './gestures.ts'
import { HoverBar } from './HoverBar.tsx'
import styles from './Message.module.css'
import { MessageContent } from './MessageContent.tsx'
import { MessageEditor } from './MessageEditor.tsx'
import { Reactions } from './Reactions.tsx'
import { select, useSelection } from './selection.ts'
import { useMessageLabel } from './use-message-label.ts'
import { Widget } from './Widget.tsx'

interface Props {
  id: number
  lead: boolean
  /** What is between it and the message before, for those who hear it; see `introOf`. */
  intro: string
  view: FeedView
}

/** One message. Following ones of the same run have their time in the gutter, for whoever points at them. */
export const MessageRow = memo(({ id, lead, intro, view }: Props) => {
  const text = useText()
  const locale = useLocale()
  const message = useMessage(id)
  const sender = usePerson(message?.sender_id ?? 0)
  const isInactive = useIsInactive(message?.sender_id ?? 0)
  const isSelected = useSelection(({ selected }) => selected === id)
  const isEditing = useEditing(({ messageId }) => messageId === id)
  const isBeingEdited = useIsBeingEdited(id)
  const isDimmed = useIsDimmed(message && conversationOf(message, myId()), view)
  const isMember = useIsMember()
  const gestures = useSwipeAndHold(id)
  // Most messages are only read: their buttons exist once somebody comes near.
  const [isNear, setNear] = useState(false)
  const style = useTimeStyle()
  const label = useMessageLabel(message, sender?.full_name, intro)
  if (message === undefined) return null
  const { flags, timestamp, reactions, sender_id: senderId } = message
  const name = sender?.full_name ?? message.sender_full_name
  const isNotice = sender?.is_system_bot === true && message.stream_id !== undefined
  // What was searched for is marked where it was searched for.
  const html = (view.kind === 'search' ? message.match_content : undefined) ?? message.content
  const edited = message.last_edit_timestamp !== undefined
  const moved = !edited && message.last_moved_timestamp !== undefined
  const isMention = flags.includes('mentioned')
  const isGroupMention = flags.includes('wildcard_mentioned') || flags.includes('group_mentioned')
  const isPlaced = view.at === id
  return (
    <article
      className={styles.message}
      data-message={id}
      data-lead={lead}
      data-selected={isSelected}
      data-placed={isPlaced || undefined}
      data-mention={isMention || undefined}
      data-group-mention={(!isMention && isGroupMention) || undefined}
      data-notice={isNotice || undefined}
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
        {lead && !message.is_me_message ? (
          <button
            type="button"
            className={styles.face}
            tabIndex={-1}
            aria-label={text('message.sender', { name })}
            onClick={(event) => openPerson(senderId, event.currentTarget)}
          >
            <Avatar userId={senderId} size={36} />
          </button>
        ) : (
          <time className={styles.aside} title={exactTime(timestamp, locale, style)}>
            {timeOfDay(timestamp, locale, style)}
          </time>
        )}
      </div>
      <div className={styles.body}>
        {lead && !message.is_me_message && (
          <header className={styles.head}>
            <button
              type="button"
              className={styles.name}
              dir="auto"
              tabIndex={-1}
              onClick={(event) => openPerson(senderId, event.currentTarget)}
            >
              {name}
            </button>
            <GuestMark userId={senderId} />
            <StatusEmoji userId={senderId} />
            {sender?.is_bot && <span className={styles.tag}>{text('person.bot')}</span>}
            {isInactive && <span className={styles.tag}>{text('person.deactivated')}</span>}
            <time className={styles.time} title={exactTime(timestamp, locale, style)}>
              {timeOfDay(timestamp, locale, style)}
            </time>
            {flags.includes('starred') && (
              <Star
                size={13}
                className={styles.star}
                fill="currentColor"
                aria-label={text('message.starred')}
              />
            )}
          </header>
        )}
        {isEditing ? (
          <MessageEditor message={message} />
        ) : flags.includes('collapsed') ? (
          <CollapsedContent message={message} />
        ) : message.is_me_message ? (
          <div className={styles.me}>
            <strong dir="auto">{name}</strong> <MessageContent html={html} id={id} isWhole={isPlaced} />
          </div>
        ) : message.submessages.length > 0 ? (
          <Widget message={message} />
        ) : (
          <MessageContent html={html} id={id} isWhole={isPlaced} />
        )}
        {reactions.length > 0 && <Reactions message={message} />}
      </div>
      {isBeingEdited ? (
        <span className={styles.changed}>
          <PenLine size={12} aria-hidden="true" />
          <span>{text('message.beingEdited')}</span>
        </span>
      ) : (
        (edited || moved) && (
          <span
            className={styles.changed}
            title={exactTime(message.last_edit_timestamp ?? message.last_moved_timestamp ?? 0, locale, style)}
          >
            <PenLine size={12} aria-hidden="true" />
            <span>{text(edited ? 'message.edited' : 'message.moved')}</span>
          </span>
        )
      )}
      {isMember && (isNear || isSelected) && <HoverBar message={message} view={view} />}
    </article>
  )
})

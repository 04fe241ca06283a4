import type { FetchedMessage } from '@loquat/contract'
import { Bookmark, PenLine, Pin, Star } from 'lucide-react'
import { useIsBeingEdited } from '../compose/typing.ts'
import { useIsSaved } from '../later/later.ts'
import { useTimeStyle } from '../lib/clock.ts'
import { exactTime, timeOfDay } from '../lib/times.ts'
import { GuestMark } from '../people/GuestMark.tsx'
import { useIsInactive, usePerson } from '../people/people.ts'
import { StatusEmoji } from '../people/StatusEmoji.tsx'
import { usePinScope } from '../pins/pin-state.ts'
import { openPerson } from '../shell/person-card.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import styles from './Message.module.css'

/** The sender, the time and the marks of a message that leads a run. */
export function MessageHead({ message }: { message: FetchedMessage }) {
  const text = useText()
  const locale = useLocale()
  const style = useTimeStyle()
  const { sender_id: senderId, timestamp } = message
  const sender = usePerson(senderId)
  const isInactive = useIsInactive(senderId)
  return (
    <header className={styles.head}>
      <button
        type="button"
        className={styles.name}
        dir="auto"
        tabIndex={-1}
        onClick={(event) => openPerson(senderId, event.currentTarget)}
      >
        {sender?.full_name ?? message.sender_full_name}
      </button>
      <GuestMark userId={senderId} />
      <StatusEmoji userId={senderId} />
      {sender?.is_bot && <span className={styles.tag}>{text('person.bot')}</span>}
      {isInactive && <span className={styles.tag}>{text('person.deactivated')}</span>}
      <time className={styles.time} title={exactTime(timestamp, locale, style)}>
        {timeOfDay(timestamp, locale, style)}
      </time>
      <MessageMarks message={message} />
    </header>
  )
}

/** The pin, the star and the bookmark of a message. */
export function MessageMarks({ message: { id, flags } }: { message: FetchedMessage }) {
  const text = useText()
  const isPinned = usePinScope(id) !== undefined
  const isSaved = useIsSaved(id)
  return (
    <>
      {isPinned && <Pin size={13} className={styles.pin} aria-label={text('message.pinned')} />}
      {flags.includes('starred') && (
        <Star size={13} className={styles.star} fill="currentColor" aria-label={text('message.starred')} />
      )}
      {isSaved && (
        <Bookmark size={13} className={styles.star} fill="currentColor" aria-label={text('later.saved')} />
      )}
    </>
  )
}

/** Says that a message was edited or moved, or is being edited now. */
export function ChangedMark({ message }: { message: FetchedMessage }) {
  const text = useText()
  const locale = useLocale()
  const style = useTimeStyle()
  const isBeingEdited = useIsBeingEdited(message.id)
  const { last_edit_timestamp: editedAt, last_moved_timestamp: movedAt } = message
  const changedAt = editedAt ?? movedAt
  if (!isBeingEdited && changedAt === undefined) return null
  const title = isBeingEdited || changedAt === undefined ? undefined : exactTime(changedAt, locale, style)
  const label = isBeingEdited ? 'beingEdited' : editedAt === undefined ? 'moved' : 'edited'
  return (
    <span className={styles.changed} title={title}>
      <PenLine size={12} aria-hidden="true" />
      <span>{text(`message.${label}`)}</span>
    </span>
  )
}

import type { PinnedMessageObject } from '@loquat/contract'
import { caseless } from '@loquat/contract/light'
import { PinOff } from 'lucide-react'
import { shownTopic } from '../../channels/topic-names.ts'
import { IconButton } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { plainText } from '../../feed/plain-text.ts'
import { go, viewAround } from '../../keyboard/target.ts'
import { useTimeStyle } from '../../lib/clock.ts'
import { exactTime, listTime } from '../../lib/times.ts'
import { useMessage } from '../../messages/messages.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { usePerson } from '../../people/people.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { unpinMessage } from '../../pins/pin-actions.ts'
import type { PinPlace } from '../../pins/pin-state.ts'
import { usePins } from '../../pins/pins.ts'
import { useOrg } from '../../session/session.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SectionSkeleton } from '../forms/SectionSkeleton.tsx'
import { Bookmarks } from './Bookmarks.tsx'
import styles from './Pins.module.css'

/** The pinned messages of a conversation or channel, and the bookmarks of the channel. */
export function PinsDialog({ place, onClose }: { place: PinPlace; onClose: () => void }) {
  const text = useText()
  const { pins, bookmarks } = usePins(place)
  const isDirect = place.kind === 'dm'
  return (
    <Dialog title={text(isDirect ? 'pins.titleDirect' : 'pins.title')} onClose={onClose}>
      {!isDirect && <h3 className={styles.heading}>{text('pins.messages')}</h3>}
      {pins === undefined ? (
        <SectionSkeleton />
      ) : (
        <ul className={`${lists.list} ${styles.list}`} data-wide>
          {pins.map((pin) => (
            <PinnedRow key={pin.message_id} pin={pin} place={place} onOpen={onClose} />
          ))}
        </ul>
      )}
      {pins?.length === 0 && <p className={styles.nothing}>{text('pins.none')}</p>}
      {!isDirect && <Bookmarks channelId={place.channelId} bookmarks={bookmarks} />}
    </Dialog>
  )
}

const excerptLength = 280

interface RowProps {
  pin: PinnedMessageObject
  place: PinPlace
  onOpen: () => void
}

function PinnedRow({ pin, place, onOpen }: RowProps) {
  const text = useText()
  const locale = useLocale()
  const style = useTimeStyle()
  const message = useMessage(pin.message_id)
  const sender = usePerson(message?.sender_id ?? 0)
  const pinner = usePerson(pin.user_id)
  const mayUnpin = useIsAllowed(message === undefined ? { kind: 'administer' } : { kind: 'pin', message })
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  if (message === undefined) return null
  const isElsewhere =
    message.stream_id !== undefined &&
    (place.kind !== 'topic' || caseless(place.topic) !== caseless(message.subject))
  const name = sender?.full_name ?? message.sender_full_name
  const open = () => {
    onOpen()
    go({ ...viewAround(message), at: message.id })
  }
  return (
    <li className={styles.row}>
      <Avatar userId={message.sender_id} size={28} />
      <button type="button" className={styles.open} onClick={open}>
        <span className={styles.head}>
          <bdi className={styles.sender}>{name}</bdi>
          <time className={styles.soft} title={exactTime(message.timestamp, locale, style)}>
            {listTime(message.timestamp, locale, style)}
          </time>
        </span>
        <span className={styles.excerpt} dir="auto">
          {plainText(message.content, excerptLength)}
        </span>
        <span className={styles.soft}>
          {isElsewhere && (
            <>
              <bdi>{shownTopic(message.subject, emptyName).text}</bdi>
              {' · '}
            </>
          )}
          {text(pin.scope === 'channel' ? 'pins.byInChannel' : 'pins.byInTopic', {
            name: pinner?.full_name ?? '?',
          })}
        </span>
      </button>
      {mayUnpin && (
        <IconButton
          label={text('pins.unpin', { name })}
          icon={<PinOff size={16} />}
          onClick={() => void unpinMessage(message.id)}
        />
      )}
    </li>
  )
}

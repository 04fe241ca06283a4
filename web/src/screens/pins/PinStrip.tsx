import type { BookmarkObject, PinnedMessageObject } from '@loquat/contract'
import { Ellipsis, ExternalLink, FileText, Pin } from 'lucide-react'
import { useChannel } from '../../channels/channels.ts'
import { IconButton } from '../../components/Button.tsx'
import { plainText } from '../../feed/plain-text.ts'
import { go, viewAround } from '../../keyboard/target.ts'
import { useMessage } from '../../messages/messages.ts'
import { usePerson } from '../../people/people.ts'
import type { PinPlace } from '../../pins/pin-state.ts'
import { usePins } from '../../pins/pins.ts'
import { useIsMember } from '../../session/member.ts'
import { openPins } from '../../shell/dialogs.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Pins.module.css'

/** The bookmarks of the channel and the latest pinned message, below the header of a conversation. */
export function PinStrip({ place }: { place: PinPlace }) {
  const channel = useChannel('channelId' in place ? place.channelId : 0)
  const isVisible = useIsMember() && (place.kind === 'dm' || channel !== undefined)
  return isVisible ? <Strip place={place} /> : null
}

function Strip({ place }: { place: PinPlace }) {
  const text = useText()
  const { pins = [], bookmarks } = usePins(place)
  if (pins.length === 0 && bookmarks.length === 0) return null
  return (
    <section className={styles.strip} aria-label={text('pins.region')}>
      {pins[0] !== undefined && <Latest pin={pins[0]} count={pins.length} place={place} />}
      {bookmarks.length > 0 && (
        <div className={styles.shelf}>
          <ul className={styles.bookmarks} aria-label={text('pins.bookmarks')}>
            {bookmarks.map((one) => (
              <li key={one.bookmark_id}>
                <BookmarkLink bookmark={one} />
              </li>
            ))}
          </ul>
          {/* Some may not fit. */}
          <IconButton
            label={text('pins.open')}
            size="small"
            icon={<Ellipsis size={16} />}
            onClick={() => openPins(place)}
          />
        </div>
      )}
    </section>
  )
}

const excerptLength = 200

function Latest({ pin, count, place }: { pin: PinnedMessageObject; count: number; place: PinPlace }) {
  const text = useText()
  const message = useMessage(pin.message_id)
  const sender = usePerson(message?.sender_id ?? 0)
  if (message === undefined) return null
  const name = sender?.full_name ?? message.sender_full_name
  const words = plainText(message.content, excerptLength)
  return (
    <div className={styles.latest}>
      <button
        type="button"
        className={styles.message}
        onClick={() => go({ ...viewAround(message), at: message.id })}
      >
        <Pin size={14} aria-hidden="true" />
        <span className="hidden-visually">{text('message.pinned')}</span>
        <bdi className={styles.sender}>{name}</bdi>
        <span className={styles.words} dir="auto">
          {words}
        </span>
      </button>
      <button
        type="button"
        className={styles.count}
        aria-label={text('pins.showAll', { count })}
        onClick={() => openPins(place)}
      >
        {text('pins.all', { count })}
      </button>
    </div>
  )
}

export function BookmarkLink({ bookmark: { title, url, is_file } }: { bookmark: BookmarkObject }) {
  const Icon = is_file ? FileText : ExternalLink
  return (
    <a className={styles.bookmark} href={url} target="_blank" rel="noreferrer" title={title}>
      <Icon size={14} aria-hidden="true" />
      <bdi>{title}</bdi>
    </a>
  )
}

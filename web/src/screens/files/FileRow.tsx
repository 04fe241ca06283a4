import { MessageSquare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { durationText } from '../../feed/file-details.ts'
import { fetchSize, knownSize } from '../../lib/file-sizes.ts'
import { dateFormat } from '../../lib/zoned.ts'
import { fileType } from '../../messages/file-names.ts'
import type { SharedFile } from '../../messages/files-in.ts'
import { conversationOf } from '../../navigation/conversation.ts'
import { addressOf } from '../../navigation/router.ts'
import { usePerson } from '../../people/people.ts'
import { myId } from '../../session/session.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { fileSize } from '../settings/file-size.ts'
import styles from './Files.module.css'
import { useVideoDuration } from './use-video-duration.ts'

/** One file with its type, sender, date and message. */
export function FileRow({ file }: { file: SharedFile }) {
  const text = useText()
  const locale = useLocale()
  const { message, href, name, preview, isVideo } = file
  const sender = usePerson(message.sender_id)
  const size = useFileSize(href)
  const row = useRef<HTMLLIElement>(null)
  const duration = useVideoDuration(isVideo ? href : undefined, row)
  const type = fileType(href)
  const date = dateFormat(locale, { dateStyle: 'medium' }).format(message.timestamp * 1_000)
  const details = [
    type === '' ? text('content.file') : text('content.fileOfType', { type }),
    ...(duration === undefined ? [] : [durationText(duration)]),
    ...(size === undefined ? [] : [fileSize(size, locale)]),
    sender?.full_name ?? message.sender_full_name,
    date,
  ]
  return (
    <li ref={row} className={styles.row}>
      <a className={styles.file} href={href} target="_blank" rel="noopener">
        {preview === undefined ? (
          <span className={styles.type} aria-hidden="true">
            {type === '' ? '…' : type}
          </span>
        ) : (
          <img className={styles.type} src={preview} alt="" loading="lazy" />
        )}
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <span className={styles.details}>{details.join(' · ')}</span>
        </span>
      </a>
      <a
        className={styles.message}
        href={addressOf({ ...conversationOf(message, myId()), at: message.id })}
        aria-label={text('files.goToMessage', { name })}
        title={text('lightbox.goToMessage')}
      >
        <MessageSquare size={18} aria-hidden="true" />
      </a>
    </li>
  )
}

function useFileSize(href: string): number | undefined {
  const [size, setSize] = useState(() => knownSize(href))
  useEffect(() => {
    let isShown = true
    void fetchSize(href).then((bytes) => isShown && setSize(bytes))
    return () => {
      isShown = false
    }
  }, [href])
  return size
}

import { useEffect, useRef } from 'react'
import { useFeed } from '../../feed/feeds.ts'
import { MessageContent } from '../../feed/MessageContent.tsx'
import { useTimeStyle } from '../../lib/clock.ts'
import { exactTime, listTime } from '../../lib/times.ts'
import { useMessage } from '../../messages/messages.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { useLocale } from '../../texts/texts.tsx'
import { markSeen } from '../../unread/mark-read.ts'
import styles from './Branch.module.css'

/** Newest messages shown beside the conversation. The topic itself has all. */
const maxShown = 50

/** The messages of a branch, kept current, and marked as read while the window has the focus. */
export function BranchMessages({ channelId, topic }: { channelId: number; topic: string }) {
  const { snapshot } = useFeed({ kind: 'topic', channelId, topic })
  const ids = snapshot.ids.slice(-maxShown)
  const list = useRef<HTMLOListElement>(null)
  const newest = ids.at(-1)
  useEffect(() => {
    if (newest === undefined) return
    list.current?.scrollTo({ top: list.current.scrollHeight })
    if (document.hasFocus()) markSeen([...snapshot.ids])
  }, [newest, snapshot.ids])
  return (
    <ol className={styles.messages} ref={list}>
      {ids.map((id) => (
        <BranchMessage key={id} id={id} />
      ))}
    </ol>
  )
}

function BranchMessage({ id }: { id: number }) {
  const locale = useLocale()
  const style = useTimeStyle()
  const message = useMessage(id)
  if (message === undefined) return null
  return (
    <li className={styles.message}>
      <Avatar userId={message.sender_id} size={28} />
      <div>
        <div className={styles.head}>
          <bdi>{message.sender_full_name}</bdi>
          <time title={exactTime(message.timestamp, locale, style)}>
            {listTime(message.timestamp, locale, style)}
          </time>
        </div>
        <MessageContent html={message.content} id={id} />
      </div>
    </li>
  )
}

import { Avatar } from '../../components/Avatar.tsx'
import { Badge } from '../../components/Badge.tsx'
import { useTimeStyle } from '../../state/clock.ts'
import type { DirectConversationRow } from '../../state/direct-rows.ts'
import { useMessage } from '../../state/messages.ts'
import { useNames } from '../../state/names.ts'
import { usePerson } from '../../state/people.ts'
import { firstLine } from '../../state/previews.ts'
import { addressOf } from '../../state/router.ts'
import { myId } from '../../state/session.ts'
import { listTime } from '../../state/times.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './DirectList.module.css'

/** One direct conversation. */
export function DirectLine({ row }: { row: DirectConversationRow }) {
  const text = useText()
  const locale = useLocale()
  const style = useTimeStyle()
  const { conversation, newest, unread } = row
  const { userIds } = conversation
  const names = useNames(userIds)
  const message = useMessage(newest)
  const sender = usePerson(message?.sender_id ?? 0)
  const isOwn = message?.sender_id === myId()
  const by = isOwn ? text('common.you') : userIds.length > 1 ? sender?.full_name.split(' ')[0] : undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid
    // biome-ignore lint/a11y/useFocusableInteractive: the link inside has the focus
    <div role="gridcell">
      <a href={addressOf(conversation)} className={styles.line} data-unread={unread > 0 || undefined}>
        <Avatar userId={userIds[0] ?? myId()} size={36} presence={userIds.length === 1} />
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            {userIds.length === 0 ? text('dm.notesToSelf') : names}
          </span>
          <span className={styles.said} dir="auto">
            {message !== undefined && (
              <>
                {by !== undefined && `${by}: `}
                {firstLine(message.content)}
              </>
            )}
          </span>
        </span>
        <span className={styles.end}>
          <time>{message !== undefined && listTime(message.timestamp, locale, style)}</time>
          <Badge count={unread} toYou label={text('sidebar.unread', { count: unread })} />
        </span>
      </a>
    </div>
  )
}

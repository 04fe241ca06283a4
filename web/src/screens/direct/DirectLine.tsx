import { Badge } from '../../components/Badge.tsx'
import { useTimeStyle } from '../../lib/clock.ts'
import { useNames } from '../../lib/names.ts'
import { listTime } from '../../lib/times.ts'
import { useMessage } from '../../messages/messages.ts'
import { firstLine } from '../../messages/previews.ts'
import { addressOf } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { givenName, usePerson } from '../../people/people.ts'
import { myId } from '../../session/session.ts'
import type { DirectConversationRow } from '../../shell/direct-rows.ts'
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
  const by = isOwn ? text('common.you') : userIds.length > 1 ? sender && givenName(sender) : undefined
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

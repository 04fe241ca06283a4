import { Badge } from '../components/Badge.tsx'
import { useUnread } from '../lib/derived.ts'
import { useNames } from '../lib/names.ts'
import { keyOf } from '../navigation/conversation.ts'
import { addressOf, useView } from '../navigation/router.ts'
import { Avatar } from '../people/Avatar.tsx'
import { StatusEmoji } from '../people/StatusEmoji.tsx'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'
import type { Direct } from './sidebar-rows.ts'
import type { TreeItemProps } from './tree-item-props.ts'

const maxNames = 3

export function DirectRow({ conversation, item }: { conversation: Direct; item: TreeItemProps }) {
  const text = useText()
  const { userIds } = conversation
  const view = useView()
  const count = useUnread((counts) => counts.conversations.get(keyOf(conversation))?.ids.length ?? 0)
  const shown = userIds.length > maxNames ? userIds.slice(0, maxNames) : userIds
  const names = useNames(shown)
  const own = useOrg((org) => org.user_id ?? 0)
  const title = userIds.length === 0 ? text('dm.notesToSelf') : names
  const isCurrent = view.kind === 'dm' && keyOf(view) === keyOf(conversation)
  return (
    <div className={styles.row} data-current={isCurrent} data-unread={count > 0}>
      <a
        {...item}
        href={addressOf({ kind: 'dm', userIds })}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
      >
        <Avatar userId={userIds[0] ?? own} size={20} presence={userIds.length === 1} />
        <span className={styles.name} dir="auto">
          {title}
          {userIds.length > maxNames && ` +${userIds.length - maxNames}`}
        </span>
        {userIds.length === 1 && <StatusEmoji userId={userIds[0] ?? 0} />}
        <Badge count={count} toYou label={text('sidebar.unread', { count })} />
      </a>
    </div>
  )
}

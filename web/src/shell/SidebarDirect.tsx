import { Plus } from 'lucide-react'
import { Avatar } from '../components/Avatar.tsx'
import { Badge } from '../components/Badge.tsx'
import { IconButton } from '../components/Button.tsx'
import { StatusEmoji } from '../components/StatusEmoji.tsx'
import { openNewDirect } from '../state/actions/compose.ts'
import { type Conversation, keyOf } from '../state/conversation.ts'
import { useUnread } from '../state/derived.ts'
import { useNames } from '../state/names.ts'
import { addressOf, useView } from '../state/router.ts'
import { useOrg } from '../state/session.ts'
import { directConversations, matchesWords, useSidebar } from '../state/sidebar.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'
import { SidebarSection } from './SidebarSection.tsx'

export function SidebarDirect() {
  const text = useText()
  const org = useOrg((state) => state)
  const counts = useUnread((all) => all)
  const isFiltering = useSidebar(({ filter }) => filter !== '')
  const conversations = directConversations(org, counts, isFiltering ? 1_000 : undefined)
  return (
    <SidebarSection
      name="direct"
      title={text('sidebar.direct')}
      actions={
        <IconButton
          size="small"
          label={text('sidebar.newDirect')}
          keys="X"
          icon={<Plus size={15} />}
          onClick={openNewDirect}
        />
      }
    >
      <ul className={styles.rows}>
        {conversations.map((conversation) => (
          <DirectRow key={keyOf(conversation)} conversation={conversation} />
        ))}
        {!isFiltering && (
          <li className={styles.row}>
            <a href={addressOf({ kind: 'dms' })} className={styles.more}>
              {text('sidebar.allDirect')}
            </a>
          </li>
        )}
      </ul>
    </SidebarSection>
  )
}

function DirectRow({ conversation }: { conversation: Conversation & { kind: 'dm' } }) {
  const text = useText()
  const { userIds } = conversation
  const view = useView()
  const filter = useSidebar((state) => state.filter)
  const count = useUnread((counts) => counts.conversations.get(keyOf(conversation))?.ids.length ?? 0)
  const shown = userIds.length > 3 ? userIds.slice(0, 3) : userIds
  const names = useNames(shown)
  const own = useOrg((org) => org.user_id ?? 0)
  const title = userIds.length === 0 ? text('dm.notesToSelf') : names
  if (filter !== '' && !matchesWords(title, filter)) return null
  const isCurrent = view.kind === 'dm' && keyOf(view) === keyOf(conversation)
  return (
    <li className={styles.row} data-current={isCurrent} data-unread={count > 0}>
      <a
        href={addressOf({ kind: 'dm', userIds })}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
      >
        <Avatar userId={userIds[0] ?? own} size={20} presence={userIds.length === 1} />
        <span className={styles.name} dir="auto">
          {title}
          {userIds.length > 3 && ` +${userIds.length - 3}`}
        </span>
        {userIds.length === 1 && <StatusEmoji userId={userIds[0] ?? 0} />}
        <Badge count={count} toYou label={text('sidebar.unread', { count })} />
      </a>
    </li>
  )
}

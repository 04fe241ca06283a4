import { ChevronDown, ChevronRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Badge } from '../components/Badge.tsx'
import { toggleFolder } from '../folders/folder-actions.ts'
import { channelsIn } from '../folders/folders.ts'
import { useUnread } from '../lib/derived.ts'
import { useIsMember } from '../session/member.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'
import type { SidebarRow } from './sidebar-rows.ts'
import type { TreeItemProps } from './tree-item-props.ts'

const FolderMenu = lazy(() => import('./FolderMenu.tsx').then((one) => ({ default: one.FolderMenu })))

/** A channel folder in the sidebar: the heading of its channels, with their unread messages. */
export function FolderRow({ row, item }: { row: SidebarRow & { kind: 'folder' }; item: TreeItemProps }) {
  const text = useText()
  const { folderId, name, isOpen, isMuted } = row
  const isMember = useIsMember()
  const channels = useOrg((org) => channelsIn(org, folderId))
  const count = useUnread((counts) =>
    channels.reduce((sum, one) => sum + (counts.channels.get(one.stream_id)?.unmuted ?? 0), 0),
  )
  const toYou = useUnread((counts) =>
    channels.some((one) => (counts.channels.get(one.stream_id)?.toYou ?? 0) > 0),
  )
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className={styles.heading} data-muted={isMuted || undefined} draggable={isMember}>
      <button
        type="button"
        {...item}
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={() => toggleFolder(folderId)}
      >
        <span className={styles.folder} dir="auto">
          {name}
        </span>
        <Chevron size={13} aria-hidden="true" />
        <Badge
          count={count}
          toYou={toYou}
          muted={isOpen}
          label={text('folders.unread', { count, folder: name })}
        />
      </button>
      {/* For the pointer only: keys of the row and the list of folders do the same. */}
      <span aria-hidden="true">
        {isMember && (
          <Suspense fallback={null}>
            <FolderMenu folderId={folderId} name={name} />
          </Suspense>
        )}
      </span>
    </div>
  )
}

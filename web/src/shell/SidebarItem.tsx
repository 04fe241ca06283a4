import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { IconButton } from '../components/Button.tsx'
import { newDirectMessage } from '../compose/compose.ts'
import type { View } from '../navigation/narrow.ts'
import { addressOf, navigate } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'
import { ChannelRow } from './ChannelRow.tsx'
import { DirectRow } from './DirectRow.tsx'
import { FolderRow } from './FolderRow.tsx'
import { SavedSearchRow } from './SavedSearchRow.tsx'
import styles from './Sidebar.module.css'
import { toggleSection } from './sidebar.ts'
import { isSameRow, levelOf, type SidebarRow } from './sidebar-rows.ts'
import { TopicRow } from './TopicRow.tsx'
import type { TreeItemProps } from './tree-item-props.ts'
import { ViewRow } from './ViewRow.tsx'

const LostRow = lazy(() => import('./LostRow.tsx').then((one) => ({ default: one.LostRow })))

interface Props {
  row: SidebarRow
  /** Whether Tab leads to this row. */
  isStop: boolean
}

/** One sidebar row. Memoized, because the list is rebuilt with every message and few rows change. */
export const SidebarItem = memo(
  Item,
  (before, after) => before.isStop === after.isStop && isSameRow(before.row, after.row),
)

function Item({ row, isStop }: Props) {
  const item: TreeItemProps = { role: 'treeitem', 'aria-level': levelOf(row), tabIndex: isStop ? 0 : -1 }
  switch (row.kind) {
    case 'view':
      return <ViewRow view={row.view} item={item} />
    case 'heading':
      return <Heading row={row} item={item} />
    case 'folder':
      return <FolderRow row={row} item={item} />
    case 'search':
      return <SavedSearchRow row={row} item={item} />
    case 'dm':
      return <DirectRow conversation={row.conversation} item={item} />
    case 'channel':
      return <ChannelRow channel={row.channel} isOpen={row.isOpen} isLost={row.isLost} item={item} />
    case 'lost':
      return (
        <Suspense fallback={null}>
          <LostRow channelId={row.channelId} item={item} />
        </Suspense>
      )
    case 'topic':
      return <TopicRow channelId={row.channelId} name={row.name} item={item} />
    case 'more':
      return (
        <More view={{ kind: row.what === 'direct' ? 'dms' : 'channels' }} item={item} id={more[row.what]} />
      )
    case 'all-topics':
      return (
        <More
          view={{ kind: 'channel-topics', channelId: row.channelId }}
          item={item}
          id="sidebar.allTopics"
          values={{ count: row.count, unread: row.unread }}
        />
      )
  }
}

const more = { direct: 'sidebar.allDirect', browse: 'sidebar.browse' }

interface MoreProps {
  view: View
  item: TreeItemProps
  id: string
  values?: Record<string, number>
}

function More({ view, item, id, values }: MoreProps) {
  const text = useText()
  return (
    <a {...item} href={addressOf(view)} className={styles.more}>
      {text(id, values)}
    </a>
  )
}

function Heading({ row, item }: { row: SidebarRow & { kind: 'heading' }; item: TreeItemProps }) {
  const text = useText()
  const { section, isOpen, count } = row
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <div className={styles.heading}>
      <button type="button" {...item} aria-expanded={isOpen} onClick={() => toggleSection(section)}>
        {text(`sidebar.${section}`, { count })}
        <Chevron size={13} aria-hidden="true" />
      </button>
      {/* For the pointer only: keys and rows do the same. */}
      <span aria-hidden="true">
        {section === 'direct' && (
          <IconButton
            size="small"
            tabIndex={-1}
            label={text('sidebar.newDirect')}
            keys="X"
            icon={<Plus size={15} />}
            onClick={newDirectMessage}
          />
        )}
        {section === 'channels' && (
          <IconButton
            size="small"
            tabIndex={-1}
            label={text('sidebar.browse')}
            icon={<Plus size={15} />}
            onClick={() => navigate({ kind: 'channels' })}
          />
        )}
      </span>
    </div>
  )
}

import { subscribe } from '../channels/channel-actions.ts'
import { useIsAllowed } from '../permissions/use-denial.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'
import type { TreeItemProps } from './tree-item-props.ts'

/** Says that the reader was unsubscribed from the channel above, and offers to undo it. */
export function LostRow({ channelId, item }: { channelId: number; item: TreeItemProps }) {
  const text = useText()
  const mayReturn = useIsAllowed({ kind: 'subscribe', channelId })
  if (!mayReturn) {
    return (
      <span {...item} className={styles.lost}>
        {text('sidebar.unsubscribed')}
      </span>
    )
  }
  return (
    <button type="button" {...item} className={styles.lost} onClick={() => void subscribe(channelId)}>
      {text('sidebar.unsubscribed')} · <span>{text('common.undo')}</span>
    </button>
  )
}

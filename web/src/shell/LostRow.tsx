import { subscribe } from '../channels/channel-actions.ts'
import { useIsAllowed } from '../permissions/use-denial.ts'
import { useText } from '../texts/texts.tsx'
import type { ItemProps } from './item-props.ts'
import styles from './Sidebar.module.css'

/** Why the channel above is struck through, and the way back in for those who have one. */
export function LostRow({ channelId, item }: { channelId: number; item: ItemProps }) {
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

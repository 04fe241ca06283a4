import { subscribe } from '../channels/channel-actions.ts'
import { useChannel } from '../channels/channels.ts'
import { maySubscribe } from '../permissions/rights.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'
import type { TreeItemProps } from './tree-item-props.ts'

/** Why the channel above is struck through, and the way back in for those who have one. */
export function LostRow({ channelId, item }: { channelId: number; item: TreeItemProps }) {
  const text = useText()
  const channel = useChannel(channelId)
  const mayReturn = useOrg((org) => channel !== undefined && maySubscribe(org, channel))
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

import { subscribe } from '../channels/channel-actions.ts'
import { useChannel, useSubscription } from '../channels/channels.ts'
import { Button } from '../components/Button.tsx'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'

/** Says that an unsubscribed channel updates late, and offers to subscribe. */
export function UnsubscribedBanner({ channelId }: { channelId: number }) {
  const text = useText()
  const channel = useChannel(channelId)
  const isSubscribed = useSubscription(channelId) !== undefined
  const isMember = useOrg((org) => org.user_id !== undefined)
  if (channel === undefined || isSubscribed || !isMember || channel.is_archived) return null
  return (
    <div className={styles.notice} role="status">
      <span>{text('feed.unsubscribed')}</span>
      <Button size="small" kind="primary" onClick={() => void subscribe(channelId)}>
        {text('channel.subscribe')}
      </Button>
    </div>
  )
}

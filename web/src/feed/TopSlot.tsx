import { Button } from '../components/Button.tsx'
import { useChannel } from '../state/channels.ts'
import type { FeedSnapshot } from '../state/feed-model.ts'
import { useNames } from '../state/names.ts'
import type { FeedView } from '../state/narrow.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'

const none: readonly number[] = []

interface Props {
  view: FeedView
  snapshot: FeedSnapshot
  onRetry: () => void
}

/** Above the first row, always as high: loading, what failed, where history begins. */
export function TopSlot({ view, snapshot, onRetry }: Props) {
  const text = useText()
  return (
    <div className={styles.top}>
      {snapshot.older === 'failed' ? (
        <Button size="small" onClick={onRetry}>
          {text('feed.olderFailed')}
        </Button>
      ) : snapshot.isLimited ? (
        text('feed.limited')
      ) : snapshot.hasOldest ? (
        <Beginning view={view} />
      ) : (
        text('feed.loadingOlder')
      )}
    </div>
  )
}

function Beginning({ view }: { view: FeedView }) {
  const text = useText()
  const channel = useChannel('channelId' in view ? view.channelId : 0)
  const names = useNames(view.kind === 'dm' ? view.userIds : none)
  if (view.kind === 'channel' && channel !== undefined) {
    return (
      <div className={styles.beginning}>
        {/* A feed contains articles only; to whoever listens the header has said it already. */}
        <h2 role="presentation">#{channel.name}</h2>
        <p>{channel.description}</p>
      </div>
    )
  }
  if (view.kind === 'topic') return <p>{text('feed.topicBegins')}</p>
  if (view.kind === 'dm') {
    return <p>{view.userIds.length === 0 ? text('feed.selfBegins') : text('feed.dmBegins', { names })}</p>
  }
  return null
}

import { Button } from '../components/Button.tsx'
import type { FeedView } from '../navigation/narrow.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'
import type { FeedSnapshot } from './feed-model.ts'
import { HistoryStart } from './HistoryStart.tsx'

interface Props {
  view: FeedView
  snapshot: FeedSnapshot
  onRetry: () => void
}

/** A slot of fixed height above the first row: loading, an error, or the start of history. */
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
        <HistoryStart view={view} first={snapshot.ids[0] ?? 0} />
      ) : (
        text('feed.loadingOlder')
      )}
    </div>
  )
}

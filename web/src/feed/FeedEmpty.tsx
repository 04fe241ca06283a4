import { EmptyState } from '../components/EmptyState.tsx'
import { useNames } from '../lib/names.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'

const none: readonly number[] = []

/** Explains an empty feed. */
export function FeedEmpty({ view }: { view: FeedView }) {
  const text = useText()
  const names = useNames(view.kind === 'dm' ? view.userIds : none)
  const id =
    view.kind === 'dm' && view.userIds.length === 0
      ? 'feed.emptySelf'
      : view.kind === 'search' && view.q.trim() === ''
        ? 'feed.emptyQuery'
        : `feed.empty.${view.kind}`
  return (
    <div className={styles.feed}>
      <EmptyState text={text(id, { names })} />
    </div>
  )
}

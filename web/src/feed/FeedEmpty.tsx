import { EmptyState } from '../components/EmptyState.tsx'
import { LearnMore } from '../help/HelpLinks.tsx'
import type { HelpPage } from '../help/sections.ts'
import { useNames } from '../lib/names.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'

const none: readonly number[] = []

/** Pages that explain how messages get here. */
const pages: Partial<Record<FeedView['kind'], HelpPage>> = {
  mentions: 'mentions',
  starred: 'message-menu',
  dms: 'direct-messages',
  search: 'search',
  channel: 'topics',
}

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
  const page = pages[view.kind]
  return (
    <div className={styles.feed}>
      <EmptyState text={text(id, { names })}>{page !== undefined && <LearnMore page={page} />}</EmptyState>
    </div>
  )
}

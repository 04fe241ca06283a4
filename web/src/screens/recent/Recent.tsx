import { useMemo, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import lines from '../../components/ConversationLine.module.css'
import { EmptyState, ErrorCard } from '../../components/EmptyState.tsx'
import { ScreenSkeleton } from '../../components/ScreenSkeleton.tsx'
import { VirtualGrid } from '../../components/VirtualGrid.tsx'
import { loadMoreRecent, loadRecent, useRecentFeed, useRecentRows } from '../../feed/recent-feed.ts'
import { dateFormat } from '../../lib/zoned.ts'
import { conversationName } from '../../navigation/conversation-name.ts'
import { addressOf } from '../../navigation/router.ts'
import { useRestoredScroll } from '../../navigation/use-restored-scroll.ts'
import { useIsMember } from '../../session/member.ts'
import { messages } from '../../session/session.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useLocale, useText } from '../../texts/texts.tsx'
import { filterByText } from '../../unread/inbox.ts'
import { filterRecent, type RecentChips, sortRecent } from '../../unread/recent.ts'
import styles from './Recent.module.css'
import { RecentFilters, type RecentSort } from './RecentFilters.tsx'
import { RecentLine } from './RecentLine.tsx'
import { useHeldOrder } from './use-held-order.ts'

/** Conversations by their newest message. */
export function Recent() {
  const text = useText()
  const locale = useLocale()
  // Spectators have nothing unread, followed or muted.
  const isMember = useIsMember()
  const [on, setOn] = useState<RecentChips>({})
  const [sort, setSort] = useState<RecentSort>('time')
  const [words, setWords] = useState('')
  const { ids, status, problem, hasOldest } = useRecentFeed()
  const all = useRecentRows()
  const wanted = useMemo(
    () =>
      filterByText(sortRecent(filterRecent(all, on), sort), words, (row) =>
        conversationName(row.conversation),
      ),
    [all, on, sort, words],
  )
  const { rows, hold, isChanged, update } = useHeldOrder(wanted, JSON.stringify([on, sort, words]))
  const scroller = useRef<HTMLDivElement>(null)
  useRestoredScroll(scroller, rows.length > 0)
  const oldest = ids[0] === undefined ? undefined : messages.get(ids[0])?.timestamp
  const isFiltered = words.trim() !== '' || Object.values(on).some(Boolean)

  const more = status === 'ready' && !hasOldest && oldest !== undefined && (
    <p className={styles.more}>
      {text('recent.since', {
        date: dateFormat(locale, { day: 'numeric', month: 'long' }).format(oldest * 1_000),
      })}
      <Button size="small" onClick={() => void loadMoreRecent()}>
        {text('recent.loadMore')}
      </Button>
    </p>
  )
  return (
    <>
      <ScreenHeader title={text('view.recent')}>
        <input
          type="search"
          className={`${lines.field} ${styles.words}`}
          value={words}
          placeholder={text('recent.find')}
          aria-label={text('recent.find')}
          onChange={(event) => setWords(event.target.value)}
        />
      </ScreenHeader>
      {(isMember || isChanged) && (
        <RecentFilters on={on} onChange={setOn} sort={sort} onSort={setSort}>
          {isChanged && (
            <Button size="small" onClick={update}>
              {text('recent.changed')}
            </Button>
          )}
        </RecentFilters>
      )}
      {status === 'failed' && all.length === 0 ? (
        <ErrorCard text={problem?.text || text('common.unreachable')} code={problem?.code ?? ''}>
          <Button onClick={() => void loadRecent()}>{text('common.retry')}</Button>
        </ErrorCard>
      ) : rows.length === 0 && status !== 'loading' && status !== 'idle' ? (
        <EmptyState text={text(isFiltered ? 'recent.noMatch' : 'recent.empty')}>
          {words.trim() !== '' && (
            <a href={addressOf({ kind: 'search', q: words })}>{text('recent.search', { words })}</a>
          )}
          {more}
        </EmptyState>
      ) : rows.length === 0 ? (
        <ScreenSkeleton />
      ) : (
        <VirtualGrid
          scroller={scroller}
          label={text('view.recent')}
          rows={rows}
          keyOf={(row) => row.key}
          height={44}
          render={(row) => <RecentLine row={row} />}
          footer={more}
          onHold={hold}
        />
      )}
    </>
  )
}

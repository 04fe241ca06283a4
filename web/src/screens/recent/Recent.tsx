import { useMemo, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import lines from '../../components/ConversationLine.module.css'
import { EmptyState, ErrorCard } from '../../components/EmptyState.tsx'
import { ScreenHeader } from '../../components/ScreenHeader.tsx'
import { ScreenSkeleton } from '../../components/ScreenSkeleton.tsx'
import { VirtualGrid } from '../../components/VirtualGrid.tsx'
import { loadMoreRecent, loadRecent, useRecentFeed, useRecentRows } from '../../feed/recent-feed.ts'
import { dateFormat } from '../../lib/zoned.ts'
import { conversationName } from '../../navigation/conversation-name.ts'
import { addressOf } from '../../navigation/router.ts'
import { useIsMember } from '../../session/member.ts'
import { messages } from '../../session/session.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { filterByText } from '../../unread/inbox.ts'
import { filterRecent, type RecentChips, type RecentRow, sortRecent } from '../../unread/recent.ts'
import styles from './Recent.module.css'
import { RecentLine } from './RecentLine.tsx'

const chips = ['unread', 'tookPart', 'followed', 'direct', 'includeMuted'] as const

/** Conversations by their newest message. */
export function Recent() {
  const text = useText()
  const locale = useLocale()
  // What is unread, followed or muted is somebody's own: who only looks has none of it.
  const isMember = useIsMember()
  const [on, setOn] = useState<RecentChips>({})
  const [sort, setSort] = useState<'time' | 'unread'>('time')
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
        // biome-ignore lint/a11y/useSemanticElements: not a form
        <div className={styles.chips} role="group" aria-label={text('recent.filters')}>
          {isMember &&
            chips.map((chip) => (
              <button
                key={chip}
                type="button"
                aria-pressed={on[chip] === true}
                onClick={() => setOn({ ...on, [chip]: on[chip] !== true })}
              >
                {text(`recent.chip.${chip}`)}
              </button>
            ))}
          {isMember && (
            <select
              value={sort}
              aria-label={text('recent.sort')}
              onChange={(event) => setSort(event.target.value as typeof sort)}
            >
              <option value="time">{text('recent.byTime')}</option>
              <option value="unread">{text('recent.byUnread')}</option>
            </select>
          )}
          {isChanged && (
            <Button size="small" onClick={update}>
              {text('recent.changed')}
            </Button>
          )}
        </div>
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

/** Under the pointer, and while a row has the focus, nothing changes its place; that is offered instead. */
function useHeldOrder(wanted: RecentRow[], question: string) {
  const [isHeld, setHeld] = useState(false)
  const [, draw] = useState(0)
  const order = useRef<{ question: string; keys: readonly string[] }>({ question, keys: [] })
  const keys = wanted.map((row) => row.key)
  const shown = new Set(order.current.keys)
  const isFresh =
    !isHeld || order.current.question !== question || !order.current.keys.some((key) => keys.includes(key))
  if (isFresh) order.current = { question, keys }
  const byKey = new Map(wanted.map((row) => [row.key, row]))
  // What came in at the end (older pages) moves nothing.
  const lastShown = keys.findLastIndex((key) => shown.has(key))
  if (!isFresh)
    order.current.keys = [
      ...order.current.keys,
      ...keys.slice(lastShown + 1).filter((key) => !shown.has(key)),
    ]
  const rows = order.current.keys.flatMap((key) => byKey.get(key) ?? [])
  const isChanged = !isFresh && keys.join('\n') !== rows.map((row) => row.key).join('\n')
  const update = () => {
    order.current = { question, keys }
    draw((count) => count + 1)
  }
  return { rows, hold: setHeld, isChanged, update }
}

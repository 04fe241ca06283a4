import { useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { EmptyState, ErrorCard } from '../../components/EmptyState.tsx'
import { ScreenSkeleton } from '../../components/ScreenSkeleton.tsx'
import { useFeed } from '../../feed/feeds.ts'
import { lookup } from '../../lib/derived.ts'
import { filesIn } from '../../messages/files-in.ts'
import { type FeedView, toNarrow } from '../../navigation/narrow.ts'
import { addressOf } from '../../navigation/router.ts'
import { searchTextOf } from '../../search/search-text.ts'
import { messages, myId } from '../../session/session.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useText } from '../../texts/texts.tsx'
import { FileRow } from './FileRow.tsx'
import styles from './Files.module.css'
import { type FilesPlace, usePlaceTitle } from './files-place.ts'

/** Files shared in a channel or conversation, newest first, found by a message search. */
export function Files({ place }: { place: FilesPlace }) {
  const text = useText()
  const title = text('files.title', { place: usePlaceTitle(place) })
  const { feed, snapshot } = useFeed(searchFor(place))
  const { ids, status, hasOldest, older, error } = snapshot
  const files = useMemo(() => ids.toReversed().flatMap((id) => filesOf(id)), [ids])
  const more = !hasOldest && status === 'ready' && (
    <Button size="small" busy={older === 'loading'} onClick={() => void feed.loadOlder()}>
      {text('files.more')}
    </Button>
  )
  return (
    <>
      <ScreenHeader title={title} />
      <p className={styles.back}>
        <a href={addressOf(place)}>{text('files.back')}</a>
      </p>
      {status === 'loading' && ids.length === 0 ? (
        <ScreenSkeleton />
      ) : status === 'failed' ? (
        <ErrorCard text={error?.text || text('common.unreachable')} code={error?.code ?? ''}>
          <Button onClick={() => void feed.open('newest')}>{text('common.retry')}</Button>
        </ErrorCard>
      ) : files.length === 0 ? (
        <EmptyState text={text('files.empty')}>{more}</EmptyState>
      ) : (
        <div className={styles.scroller} data-main tabIndex={-1}>
          <ul className={styles.list} aria-label={title}>
            {files.map((file) => (
              <FileRow key={`${file.message.id} ${file.href}`} file={file} />
            ))}
          </ul>
          {more}
        </div>
      )}
    </>
  )
}

function filesOf(id: number) {
  const message = messages.get(id)
  return message === undefined ? [] : filesIn(message).toReversed()
}

function searchFor(place: FilesPlace): FeedView {
  const terms = toNarrow(place, { me: myId(), searchTerms: () => [] })
  const hasFiles = { operator: 'has', operand: 'attachment', negated: false }
  return { kind: 'search', q: searchTextOf([...terms, hasFiles], lookup()) }
}

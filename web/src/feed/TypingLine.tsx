import { keyOf } from '../state/conversation.ts'
import { useNames } from '../state/names.ts'
import { type FeedView, isConversation } from '../state/narrow.ts'
import { useWriters } from '../state/typing.ts'
import { useText } from '../texts/texts.tsx'
import styles from './FeedHeader.module.css'

/** Who is writing here. The line is there before anybody does, so it moves nothing. */
export function TypingLine({ view }: { view: FeedView }) {
  const text = useText()
  const writers = useWriters(isConversation(view) ? keyOf(view) : '')
  const names = useNames(writers)
  return (
    <div className={styles.typing} role="status">
      {writers.length > 3
        ? text('feed.manyWriting')
        : writers.length > 0 && text('feed.writing', { names, count: writers.length })}
    </div>
  )
}

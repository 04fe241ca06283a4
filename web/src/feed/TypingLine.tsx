import { useEditors, useWriters } from '../compose/typing.ts'
import { useNames } from '../lib/names.ts'
import { keyOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import { useText } from '../texts/texts.tsx'
import styles from './FeedHeader.module.css'

/** Typing indicator. Its line is always there, so it moves nothing. */
export function TypingLine({ view }: { view: FeedView }) {
  const text = useText()
  const key = isConversation(view) ? keyOf(view) : ''
  const writing = useWriters(key)
  const editing = useEditors(key)
  // New messages have precedence over edits.
  const isEditing = writing.length === 0 && editing.length > 0
  const writers = isEditing ? editing : writing
  const names = useNames(writers)
  return (
    <div className={styles.typing} role="status">
      {writers.length > 3
        ? text(isEditing ? 'feed.manyEditing' : 'feed.manyWriting')
        : writers.length > 0 &&
          text(isEditing ? 'feed.editing' : 'feed.writing', { names, count: writers.length })}
    </div>
  )
}

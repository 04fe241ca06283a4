import type { FetchedMessage } from '@loquat/contract'
import { callType, hasWidget } from '@loquat/contract/light'
import { lazy, Suspense } from 'react'
import { useEditing } from '../messages/editing.ts'
import { isHidden } from '../moderation/moderators.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { usePerson } from '../people/people.ts'
import { CollapsedContent } from './CollapsedContent.tsx'
import { HiddenContent } from './HiddenContent.tsx'
import styles from './Message.module.css'
import { MessageContent } from './MessageContent.tsx'
import { MessageEditor } from './MessageEditor.tsx'
import { Widget } from './Widget.tsx'

const CallCard = lazy(() =>
  import('../screens/calls/CallCard.tsx').then((one) => ({ default: one.CallCard })),
)

/** The text of a message, its editor, or its widget. */
export function MessageBody({ message, view }: { message: FetchedMessage; view: FeedView }) {
  const { id } = message
  const isEditing = useEditing(({ messageId }) => messageId === id)
  const name = usePerson(message.sender_id)?.full_name ?? message.sender_full_name
  // Search results come with their matches marked.
  const found = (view.kind === 'search' ? message.match_content : undefined) ?? message.content
  // The name takes the place of the command.
  const html = message.is_me_message ? found.replace(/^<p>\/me\s/, '<p>') : found
  const content = <MessageContent html={html} id={id} isWhole={view.at === id} />
  if (isEditing) return <MessageEditor message={message} />
  if (isHidden(message)) return <HiddenContent message={message} />
  if (message.flags.includes('collapsed')) return <CollapsedContent message={message} />
  if (message.is_me_message) {
    return (
      <div className={styles.me}>
        <strong dir="auto">{name}</strong> {content}
      </div>
    )
  }
  if (message.submessages.some((one) => one.msg_type === callType)) {
    return (
      <Suspense fallback={content}>
        <CallCard message={message} />
      </Suspense>
    )
  }
  return hasWidget(message.submessages) ? <Widget message={message} /> : content
}

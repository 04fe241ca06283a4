import { type ReactNode, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorBoundary, type Failure } from '../components/ErrorBoundary.tsx'
import { loadSource } from '../messages/message-actions.ts'
import { useMessage } from '../messages/messages.ts'
import { CopyDetails } from '../shell/CopyDetails.tsx'
import { useText } from '../texts/texts.tsx'
import messageStyles from './Message.module.css'
import styles from './MessageBoundary.module.css'

interface Props {
  /** Undefined for text that is not a sent message, such as a preview. */
  id: number | undefined
  /** When this changes, the text is drawn again. */
  html: string
  children: ReactNode
}

/** Around the text of a message: sender, time and reactions stay if it cannot be displayed. */
export const ContentBoundary = ({ id, html, children }: Props) => (
  <ErrorBoundary resetKey={html} fallback={(failure) => <MessageFailure id={id} failure={failure} />}>
    {children}
  </ErrorBoundary>
)

/** Around a row of a feed. It is drawn again when its message changes. */
export function RowBoundary({ id, children }: { id: number | undefined; children: ReactNode }) {
  const message = useMessage(id ?? 0)
  return (
    <ErrorBoundary
      resetKey={message}
      fallback={(failure) => (
        // Counts as the message: it can be selected, read and scrolled to.
        <article
          className={messageStyles.message}
          data-message={id}
          data-lead="true"
          aria-setsize={-1}
          aria-posinset={id}
          tabIndex={-1}
        >
          <div className={messageStyles.gutter} />
          <div className={messageStyles.body}>
            <MessageFailure id={id} failure={failure} />
          </div>
        </article>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}

function MessageFailure({ id, failure }: { id: number | undefined; failure: Failure }) {
  const text = useText()
  const [source, setSource] = useState<string>()
  const toggle = async () => {
    if (source !== undefined) setSource(undefined)
    else if (id !== undefined) setSource(await loadSource(id))
  }
  return (
    <div className={styles.failure} data-failure="message">
      <p>{text('failure.message')}</p>
      {id !== undefined && (
        <Button size="small" aria-expanded={source !== undefined} onClick={() => void toggle()}>
          {text(source === undefined ? 'failure.viewSource' : 'failure.hideSource')}
        </Button>
      )}
      <CopyDetails failure={failure} part={id === undefined ? 'message' : `message ${id}`} size="small" />
      {source !== undefined && (
        <textarea
          className={styles.source}
          dir="auto"
          readOnly
          rows={Math.min(12, source.split('\n').length + 1)}
          aria-label={text('failure.source')}
          value={source}
        />
      )}
    </div>
  )
}

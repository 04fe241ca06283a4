import { Button } from '../components/Button.tsx'
import type { Pending } from '../messages/pending-message.ts'
import { copySend, discardSend, editSend, retrySend } from '../outbox/enqueue.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Message.module.css'

/** A message that could not be sent: the reason and the possible actions. It stays until the reader decides. */
export function PendingActions({ pending }: { pending: Pending }) {
  const text = useText()
  const { localId, reason } = pending
  return (
    <div className={styles.failed} role="alert">
      <span>{reason?.text ?? text('common.unreachable')}</span>
      <Button size="small" onClick={() => retrySend(localId)}>
        {text('common.retry')}
      </Button>
      <Button size="small" kind="quiet" onClick={() => editSend(localId)}>
        {text('common.edit')}
      </Button>
      <Button size="small" kind="quiet" onClick={() => void copySend(localId)}>
        {text('common.copy')}
      </Button>
      <Button size="small" kind="quiet" onClick={() => discardSend(localId)}>
        {text('message.discard')}
      </Button>
    </div>
  )
}

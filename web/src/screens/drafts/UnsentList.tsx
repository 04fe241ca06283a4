import { Copy, PenLine, RefreshCw, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { listTime } from '../../lib/times.ts'
import { type Pending, useAllPending } from '../../messages/pending-message.ts'
import { navigate } from '../../navigation/router.ts'
import { copySend, discardSend, editSend, retryAll, retrySend } from '../../outbox/enqueue.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './Drafts.module.css'
import { ItemList } from './ItemList.tsx'

/** Unsent messages: rejected ones first, then those waiting for the connection. */
export function UnsentList() {
  const text = useText()
  const all = useAllPending()
  if (all.length === 0) return <EmptyState text={text('drafts.noUnsent')} />
  const failed = all.filter(({ state }) => state === 'failed')
  return (
    <>
      {failed.length > 0 && (
        <div className={styles.selection}>
          {text('drafts.failed', { count: failed.length })}
          <Button size="small" onClick={retryAll}>
            <RefreshCw size={15} aria-hidden="true" />
            {text('drafts.retryAll')}
          </Button>
        </div>
      )}
      <ItemList label={text('drafts.tab.unsent')} onDelete={discardSend}>
        {[...failed, ...all.filter(({ state }) => state !== 'failed')].map((pending) => (
          <UnsentItem key={pending.localId} pending={pending} />
        ))}
      </ItemList>
    </>
  )
}

function UnsentItem({
  pending: { localId, place, text: written, state, reason, timestamp },
}: {
  pending: Pending
}) {
  const text = useText()
  const locale = useLocale()
  const edit = () => {
    navigate(place)
    editSend(localId)
  }
  return (
    <li className={styles.item} data-row={localId}>
      <button type="button" className={styles.main} data-main="true" onClick={() => navigate(place)}>
        <span className={styles.place}>
          <ConversationName place={place} />
        </span>
        <span className={styles.text} dir="auto">
          {written}
        </span>
        {state === 'failed' ? (
          <span className={styles.problem}>{reason?.text || text('common.unreachable')}</span>
        ) : (
          <span className={styles.soft}>{text(`message.${state}`)}</span>
        )}
      </button>
      <time className={styles.time}>{listTime(timestamp, locale)}</time>
      <span className={styles.actions}>
        {state === 'failed' && (
          <IconButton
            label={text('common.retry')}
            icon={<RefreshCw size={17} />}
            onClick={() => retrySend(localId)}
          />
        )}
        <IconButton label={text('common.edit')} icon={<PenLine size={17} />} onClick={edit} />
        <IconButton
          label={text('common.copy')}
          icon={<Copy size={17} />}
          onClick={() => void copySend(localId)}
        />
        <IconButton
          label={text('drafts.discard')}
          keys="Delete"
          icon={<Trash2 size={17} />}
          onClick={() => discardSend(localId)}
        />
      </span>
    </li>
  )
}

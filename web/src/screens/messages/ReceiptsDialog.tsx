import { Avatar } from '../../components/Avatar.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { ErrorCard } from '../../components/EmptyState.tsx'
import { useReceipts } from '../../state/actions/message-facts.ts'
import { usePerson } from '../../state/people.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Dialogs.module.css'

/** Who has read a message. */
export function ReceiptsDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const text = useText()
  const { value, problem: error } = useReceipts(messageId)
  return (
    <Dialog title={text('message.receipts')} size="small" onClose={onClose}>
      {error !== undefined && <ErrorCard text={error.text} code={error.code} />}
      {value === undefined && error === undefined && <p>{text('common.loading')}</p>}
      {value !== undefined && (
        <>
          <p className={styles.soft}>{text('receipts.count', { count: value.length })}</p>
          <ul className={styles.people}>
            {value.map((id) => (
              <Reader key={id} userId={id} />
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

function Reader({ userId }: { userId: number }) {
  const person = usePerson(userId)
  return (
    <li>
      <Avatar userId={userId} size={28} />
      <span dir="auto">{person?.full_name ?? '?'}</span>
    </li>
  )
}

import { Avatar } from '../../components/Avatar.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { useReceipts } from '../../state/actions/message-facts.ts'
import { usePerson } from '../../state/people.ts'
import { useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import styles from './Dialogs.module.css'

/** Who has read a message. */
export function ReceiptsDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog title={text('message.receipts')} size="small" onClose={onClose}>
      <Loaded resource={useReceipts(messageId)}>
        {(readers) => (
          <>
            <p className={styles.soft}>{text('receipts.count', { count: readers.length })}</p>
            <ul className={styles.people}>
              {readers.map((id) => (
                <Reader key={id} userId={id} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
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

import { useSubscriberSet } from '../../channels/subscribers.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { useReceipts } from '../../messages/message-details.ts'
import { useMessage } from '../../messages/messages.ts'
import { couldHaveRead } from '../../messages/read-receipts.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { isInactive, peopleById, usePerson } from '../../people/people.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import styles from './Dialogs.module.css'

/** The people who have read a message. */
export function ReceiptsDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const text = useText()
  return (
    <Dialog title={text('message.receipts')} size="small" onClose={onClose}>
      <Loaded resource={useReceipts(messageId)}>
        {(readers) => (
          <>
            <Count messageId={messageId} readers={readers} />
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

/** Number of readers, and of people who could have read the message, once known. */
function Count({ messageId, readers }: { messageId: number; readers: readonly number[] }) {
  const text = useText()
  const message = useMessage(messageId)
  const subscribers = useSubscriberSet(message?.stream_id)
  const people = useOrg(peopleById)
  const isReader = (id: number) => people.get(id)?.is_bot !== true && !isInactive(id)
  const all = message && couldHaveRead(message, { readers, subscribers, isReader })
  const count = readers.length
  return (
    <p className={styles.soft}>
      {all === undefined || all === 0
        ? text('receipts.count', { count })
        : text('receipts.countOf', { count, all })}
    </p>
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

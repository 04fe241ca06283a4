import { MessageSquarePlus, PencilLine, Plus } from 'lucide-react'
import { Button, IconButton } from '../components/Button.tsx'
import { useDraftCount } from '../drafts/draft-list.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { myId } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './ClosedCompose.module.css'
import { newDirectMessage, newTopic, openCompose, useCompose } from './compose.ts'
import { recipientKey, recipientOfView } from './recipient.ts'
import { useRecipientName } from './use-recipient-name.ts'

/** The collapsed compose box: names the recipient and opens the box. */
export function ClosedCompose({ view }: { view: FeedView }) {
  const text = useText()
  const to = useCompose((state) => state.to)
  const implied = recipientOfView(view, myId())
  const name = useRecipientName(to)
  const drafts = useDraftCount(recipientKey(to, myId()))
  return (
    <div className={styles.closed} data-region="compose">
      <button
        type="button"
        className={styles.open}
        onClick={() => openCompose({ to: recipientKey(implied, myId()) === undefined ? to : implied })}
      >
        <PencilLine size={16} aria-hidden="true" />
        <span className={styles.place}>
          {name === undefined ? text('compose.write') : text('compose.writeTo', { place: name })}
        </span>
        {drafts > 0 && <span className={styles.draft}>{text('compose.draft')}</span>}
      </button>
      <div className={styles.wide}>
        <Button kind="quiet" size="small" onClick={newTopic}>
          <Plus size={16} aria-hidden="true" />
          {text('compose.newTopic')}
        </Button>
        <Button kind="quiet" size="small" onClick={newDirectMessage}>
          <MessageSquarePlus size={16} aria-hidden="true" />
          {text('compose.newDirect')}
        </Button>
      </div>
      <div className={styles.narrow}>
        {implied.kind === 'dm' ? (
          <IconButton
            label={text('compose.newDirect')}
            icon={<MessageSquarePlus size={20} />}
            onClick={newDirectMessage}
          />
        ) : (
          <IconButton label={text('compose.newTopic')} icon={<Plus size={20} />} onClick={newTopic} />
        )}
      </div>
    </div>
  )
}

import { ArrowUpRight, Hash, Maximize2, MessageSquarePlus, Minimize2, X } from 'lucide-react'
import { Button, IconButton } from '../components/Button.tsx'
import { Tooltip } from '../components/Tooltip.tsx'
import { useDraftCount } from '../drafts/draft-list.ts'
import { targetOf } from '../feed/dimming.ts'
import { type FeedView, feedKey } from '../navigation/narrow.ts'
import { navigate } from '../navigation/router.ts'
import { myId } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { firstEmptyField, goToRecipient, requestFocus, setRecipient, useCompose } from './compose.ts'
import styles from './RecipientRow.module.css'
import { noRecipient, type Recipient, recipientKey } from './recipient.ts'

function changeTo(to: Recipient): void {
  setRecipient(to)
  requestFocus(firstEmptyField())
}

function toggleMaximized(): void {
  useCompose.setState(({ isMaximized }) => ({ isMaximized: !isMaximized }))
  requestFocus('text')
}

interface Props {
  view: FeedView | undefined
  onClose: () => void
}

/** Buttons beside the recipient. They follow the text in tab order, so that Tab goes from the topic to the text. */
export function RecipientActions({ view, onClose }: Props) {
  const text = useText()
  const to = useCompose((state) => state.to)
  const isMaximized = useCompose((state) => state.isMaximized)
  const target = targetOf(to, myId())
  const isElsewhere = target !== undefined && (view === undefined || target !== feedKey(view))
  const drafts = useDraftCount(recipientKey(to, myId()))
  return (
    <div className={styles.actions}>
      {isElsewhere && (
        <Tooltip text={text('compose.goThere')} keys="Ctrl+.">
          <Button kind="quiet" size="small" aria-label={text('compose.goThere')} onClick={goToRecipient}>
            <span className={styles.wide}>{text('compose.goThere')}</span>
            <ArrowUpRight size={15} aria-hidden="true" />
          </Button>
        </Tooltip>
      )}
      {drafts > 1 && (
        <Button
          kind="quiet"
          size="small"
          className={styles.wide}
          onClick={() => navigate({ kind: 'drafts' })}
        >
          {text('compose.drafts', { count: drafts })}
        </Button>
      )}
      {to.kind === 'topic' ? (
        <IconButton
          size="small"
          label={text('compose.newDirect')}
          icon={<MessageSquarePlus size={16} />}
          onClick={() => changeTo({ kind: 'dm', userIds: [] })}
        />
      ) : (
        <IconButton
          size="small"
          label={text('compose.toChannel')}
          icon={<Hash size={16} />}
          onClick={() => changeTo(noRecipient)}
        />
      )}
      <IconButton
        size="small"
        className={styles.maximize}
        label={text(isMaximized ? 'compose.minimize' : 'compose.maximize')}
        keys="Alt+Enter"
        icon={isMaximized ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
        onClick={toggleMaximized}
      />
      <IconButton
        size="small"
        label={text('compose.close')}
        keys="Esc"
        icon={<X size={16} />}
        onClick={onClose}
      />
    </div>
  )
}

import { ArrowUpRight, AtSign, ChevronRight, Hash, Maximize2, Minimize2, X } from 'lucide-react'
import { Button, IconButton } from '../components/Button.tsx'
import { Tooltip } from '../components/Tooltip.tsx'
import { closeCompose, goToRecipient, newDirectMessage, setRecipient, useCompose } from '../state/compose.ts'
import { targetOf } from '../state/dimming.ts'
import { useDraftCount } from '../state/drafts.ts'
import { type FeedView, feedKey } from '../state/narrow.ts'
import { recipientKey } from '../state/recipient.ts'
import { navigate } from '../state/router.ts'
import { myId } from '../state/session.ts'
import { useText } from '../texts/texts.tsx'
import { ChannelField } from './ChannelField.tsx'
import { PeopleField } from './PeopleField.tsx'
import styles from './RecipientRow.module.css'
import { TopicField } from './TopicField.tsx'

/** Whom it is for, and what can be done with the box. */
export function RecipientRow({ view }: { view: FeedView }) {
  const text = useText()
  const to = useCompose((state) => state.to)
  const hasText = useCompose((state) => state.text.trim() !== '')
  const isMaximised = useCompose((state) => state.isMaximised)
  const key = recipientKey(to, myId())
  const target = targetOf(to, myId())
  const isElsewhere = target !== undefined && target !== feedKey(view)
  const drafts = useDraftCount(key)
  return (
    <div className={styles.row}>
      <div className={styles.fields}>
        {to.kind === 'topic' ? (
          <>
            <ChannelField to={to} />
            <ChevronRight size={16} aria-hidden="true" className={styles.arrow} />
            <TopicField to={to} />
          </>
        ) : (
          <PeopleField to={to} />
        )}
      </div>
      <div className={styles.actions}>
        {isElsewhere && (
          <Tooltip text={text('compose.goThere')} keys="Ctrl+.">
            <Button kind="quiet" size="small" onClick={goToRecipient}>
              {text('compose.goThere')}
              <ArrowUpRight size={15} aria-hidden="true" />
            </Button>
          </Tooltip>
        )}
        {drafts > 1 && (
          <Button kind="quiet" size="small" onClick={() => navigate({ kind: 'drafts' })}>
            {text('compose.drafts', { count: drafts })}
          </Button>
        )}
        {to.kind === 'topic' ? (
          <IconButton
            size="small"
            label={text('compose.newDirect')}
            icon={<AtSign size={16} />}
            onClick={() => (hasText ? setRecipient({ kind: 'dm', userIds: [] }) : newDirectMessage())}
          />
        ) : (
          <IconButton
            size="small"
            label={text('compose.toChannel')}
            icon={<Hash size={16} />}
            onClick={() => setRecipient({ kind: 'topic', channelId: undefined, topic: '' })}
          />
        )}
        <IconButton
          size="small"
          className={styles.maximise}
          label={text(isMaximised ? 'compose.minimise' : 'compose.maximise')}
          keys="Alt+Enter"
          icon={isMaximised ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
          onClick={() => useCompose.setState({ isMaximised: !isMaximised })}
        />
        <IconButton
          size="small"
          label={text('compose.close')}
          keys="Esc"
          icon={<X size={16} />}
          onClick={closeCompose}
        />
      </div>
    </div>
  )
}

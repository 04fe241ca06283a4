import { type KeyboardEvent, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { TextArea } from '../components/Field.tsx'
import type { Pending } from '../messages/pending-message.ts'
import { changeSend, discardSend } from '../outbox/enqueue.ts'
import { useText } from '../texts/texts.tsx'
import styles from './QueuedActions.module.css'

/** A queued message can be edited or discarded in place. */
export function QueuedActions({ pending: { localId, text: written } }: { pending: Pending }) {
  const text = useText()
  const [draft, setDraft] = useState<string>()
  if (draft === undefined) {
    return (
      <span className={styles.actions}>
        <Button size="small" kind="quiet" onClick={() => setDraft(written)}>
          {text('common.edit')}
        </Button>
        <Button size="small" kind="quiet" onClick={() => discardSend(localId)}>
          {text('message.discard')}
        </Button>
      </span>
    )
  }
  const done = () => setDraft(undefined)
  const save = () => {
    if (draft.trim() === '') return
    changeSend(localId, draft)
    done()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') done()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div>
      <TextArea
        label={text('compose.message')}
        value={draft}
        autoFocus
        onKeyDown={onKey}
        onChange={(event) => setDraft(event.target.value)}
      />
      <span className={styles.actions}>
        <Button size="small" kind="primary" onClick={save}>
          {text('common.save')}
        </Button>
        <Button size="small" onClick={done}>
          {text('common.cancel')}
        </Button>
      </span>
    </div>
  )
}

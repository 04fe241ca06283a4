import { Clock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTimeStyle } from '../lib/clock.ts'
import { timeOfDay } from '../lib/times.ts'
import { usePendingMessage } from '../messages/pending-message.ts'
import { QuickText } from '../messages/QuickText.tsx'
import { splitFiles } from '../messages/split-files.ts'
import { Avatar } from '../people/Avatar.tsx'
import { usePerson } from '../people/people.ts'
import { myId } from '../session/session.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import styles from './Message.module.css'
import { PendingActions } from './PendingActions.tsx'
import { PendingFiles } from './PendingFiles.tsx'
import { QueuedActions } from './QueuedActions.tsx'
import type { LocalId, SendState } from './rows.ts'

interface Props {
  localId: LocalId
  lead: boolean
  state: SendState
}

/** A pending message, drawn as it will look, with its state if it is queued, slow or failed. */
export function PendingRow({ localId, lead, state }: Props) {
  const text = useText()
  const locale = useLocale()
  const pending = usePendingMessage(localId)
  const name = usePerson(myId())?.full_name ?? ''
  const style = useTimeStyle()
  const isSlow = useIsSlow(state === 'sending')
  if (pending === undefined) return null
  const { text: written, files } = splitFiles(pending.text)
  return (
    <article
      className={styles.message}
      data-lead={lead}
      data-pending={state}
      aria-label={text('message.pending', { name })}
    >
      <div className={styles.gutter}>{lead && <Avatar userId={myId()} size="density" />}</div>
      <div className={styles.body}>
        {lead && (
          <header className={styles.head}>
            <span className={styles.name}>{name}</span>
            <time className={styles.time}>{timeOfDay(pending.timestamp, locale, style)}</time>
          </header>
        )}
        <div className="message-content" dir="auto">
          <QuickText text={written} />
          {files.length > 0 && <PendingFiles files={files} />}
        </div>
        {(state === 'queued' || isSlow) && (
          <span className={styles.note}>
            <Clock size={12} aria-hidden="true" />{' '}
            {state !== 'queued'
              ? text('message.sending')
              : pending.notBefore === undefined
                ? text('message.queued')
                : text('message.postponed', { time: timeOfDay(pending.notBefore / 1_000, locale, style) })}
          </span>
        )}
        {state === 'queued' && <QueuedActions pending={pending} />}
        {state === 'uncertain' && <span className={styles.note}>{text('message.uncertain')}</span>}
        {state === 'failed' && <PendingActions pending={pending} />}
      </div>
    </article>
  )
}

/** True after three seconds of sending. */
function useIsSlow(isSending: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isSending) return
    const timer = setTimeout(() => setSlow(true), 3_000)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isSending])
  return isSlow
}

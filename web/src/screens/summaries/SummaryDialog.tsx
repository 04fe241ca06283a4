import { type MouseEvent, useEffect, useState } from 'react'
import { useChannel } from '../../channels/channels.ts'
import { shownTopic } from '../../channels/topic-names.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { MessageContent } from '../../feed/MessageContent.tsx'
import { navigate, viewOfClick } from '../../navigation/router.ts'
import type { Problem } from '../../session/attempt.ts'
import { useOrg } from '../../session/session.ts'
import { type Summary, type SummaryTarget, summarize } from '../../summaries/summaries.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Summary.module.css'

/** A summary, once the service has written it. Closing the dialog cancels the request. */
export function SummaryDialog({ target, onClose }: { target: SummaryTarget; onClose: () => void }) {
  const text = useText()
  const [summary, setSummary] = useState<Summary>()
  const [problem, setProblem] = useState<Problem>()
  const [attempts, setAttempts] = useState(1)
  useEffect(() => {
    void attempts
    const canceled = new AbortController()
    void summarize(target, canceled.signal).then((outcome) => {
      if (canceled.signal.aborted) return
      setSummary(outcome.reply)
      setProblem(outcome.problem)
    })
    return () => canceled.abort()
  }, [target, attempts])
  const retry = () => {
    setProblem(undefined)
    setAttempts(attempts + 1)
  }
  const open = (event: MouseEvent) => {
    const view = viewOfClick(event.nativeEvent)
    if (view === undefined) return
    event.preventDefault()
    onClose()
    navigate(view)
  }
  return (
    <Dialog title={text('summary.title')} onClose={onClose}>
      <Place target={target} />
      {summary === undefined && problem === undefined && (
        <p className={styles.progress} role="status">
          <span className={styles.dots} aria-hidden="true" />
          {text('summary.progress')}
        </p>
      )}
      {problem !== undefined && (
        <>
          <p role="alert">{problem.text || text('summary.offline')}</p>
          <Button onClick={retry}>{text('summary.retry')}</Button>
        </>
      )}
      {summary !== undefined && (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links in it have the focus. */}
          <div onClick={open}>
            <MessageContent html={summary.summary} />
          </div>
          <p className={styles.note}>
            {text('summary.generated', { model: summary.model })}{' '}
            {text(summary.is_partial ? 'summary.newest' : 'summary.all', { count: summary.message_count })}
          </p>
        </>
      )}
    </Dialog>
  )
}

function Place({ target: { channelId, topic } }: { target: SummaryTarget }) {
  const channel = useChannel(channelId ?? 0)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  if (channel === undefined) return null
  return (
    <p className={styles.place} dir="auto">
      #{channel.name}
      {topic !== undefined && ` › ${shownTopic(topic, emptyName).text}`}
    </p>
  )
}

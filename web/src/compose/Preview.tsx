import { useEffect, useRef, useState } from 'react'
import { MessageContent } from '../feed/MessageContent.tsx'
import { renderText } from '../messages/render.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Preview.module.css'

const renderDelayMs = 300

/** The text rendered by the server. */
export function Preview({ text: written }: { text: string }) {
  const text = useText()
  const box = useRef<HTMLElement>(null)
  // The text area is unmounted now; take the focus so that shortcuts keep working.
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus()
  }, [])
  const [html, setHtml] = useState<string>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    if (written.trim() === '') {
      setHtml('')
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const outcome = await renderText(written, abort.signal)
      if (abort.signal.aborted) return
      setProblem(outcome.problem?.text)
      if (outcome.reply !== undefined) setHtml(outcome.reply)
    }, renderDelayMs)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [written])
  return (
    <section
      ref={box}
      tabIndex={-1}
      className={styles.preview}
      aria-label={text('compose.preview')}
      aria-live="polite"
    >
      {problem !== undefined && <p className={styles.note}>{problem || text('compose.previewOffline')}</p>}
      {html === '' ? (
        <p className={styles.note}>{text('compose.previewEmpty')}</p>
      ) : html === undefined ? (
        <p className={styles.plain}>{written}</p>
      ) : (
        <MessageContent html={html} />
      )}
    </section>
  )
}

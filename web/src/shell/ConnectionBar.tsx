import { useEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { retryNow, useSession } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './ConnectionBar.module.css'

/** Says that the connection is lost, after three seconds. */
export function ConnectionBar() {
  const text = useText()
  const isAway = useSession(({ connection }) => connection === 'reconnecting')
  const retryAt = useSession((session) => session.retryAt)
  const [isShown, setShown] = useState(false)
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (!isAway) {
      setShown(false)
      return
    }
    const patience = setTimeout(() => setShown(true), 3_000)
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => {
      clearTimeout(patience)
      clearInterval(clock)
    }
  }, [isAway])
  if (!isShown) return null
  const seconds = Math.max(0, Math.ceil(((retryAt ?? now) - now) / 1_000))
  return (
    <div className={styles.bar} role="status">
      <span>{text('shell.offline')}</span>
      <span className={styles.soft}>
        {seconds > 0 ? text('shell.nextTry', { seconds }) : text('shell.trying')}
      </span>
      <Button size="small" kind="quiet" onClick={retryNow}>
        {text('shell.tryNow')}
      </Button>
    </div>
  )
}

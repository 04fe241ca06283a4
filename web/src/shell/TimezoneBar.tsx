import { memo } from 'react'
import { Button } from '../components/Button.tsx'
import { useOtherZone } from '../lib/timezone.ts'
import { useText } from '../texts/texts.tsx'
import styles from './ConnectionBar.module.css'

/** Offers to update the time zone of the profile after travel. Memoized, because browsers look up their zone slowly. */
export const TimezoneBar = memo(() => {
  const text = useText()
  const { zone, profile, update, later, never } = useOtherZone()
  if (zone === undefined) return null
  return (
    <div className={styles.bar} role="status">
      <span className={styles.soft}>
        {text('timezone.differs', { here: spoken(zone), profile: spoken(profile) })}
      </span>
      <Button size="small" onClick={() => void update()}>
        {text('timezone.update')}
      </Button>
      <Button size="small" kind="quiet" onClick={later}>
        {text('timezone.later')}
      </Button>
      <Button size="small" kind="quiet" onClick={() => void never()}>
        {text('timezone.never')}
      </Button>
    </div>
  )
})

const spoken = (zone: string) => zone.replaceAll('_', ' ')

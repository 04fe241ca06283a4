import { Button } from '../components/Button.tsx'
import { navigate } from '../navigation/router.ts'
import { useFactors } from '../settings/factors.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import styles from './ConnectionBar.module.css'

/** The date by which the reader needs a second factor. */
export function FactorReminder() {
  const text = useText()
  const locale = useLocale()
  const { value } = useFactors()
  if (typeof value?.required_by !== 'number') return null
  const date = new Date(value.required_by * 1_000).toLocaleDateString(locale, { dateStyle: 'long' })
  return (
    <div className={styles.bar} role="status">
      <span className={styles.soft}>{text('security.required', { date })}</span>
      <Button size="small" onClick={() => navigate({ kind: 'settings', section: 'security' })}>
        {text('security.setUp')}
      </Button>
    </div>
  )
}

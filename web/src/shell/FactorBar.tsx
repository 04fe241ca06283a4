import { Button } from '../components/Button.tsx'
import { navigate } from '../navigation/router.ts'
import { useOrg } from '../session/session.ts'
import { useFactors } from '../settings/factors.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import styles from './ConnectionBar.module.css'

/** Tells people that their organization requires a second factor. Asks the server only where somebody needs one. */
export function FactorBar() {
  const isRequired = useOrg((org) => {
    const nobody = org.realm_user_groups?.find(({ name }) => name === 'role:nobody')?.id
    const value = org.realm_second_factor_required_group
    return value !== undefined && nobody !== undefined && value !== nobody
  })
  return isRequired ? <Reminder /> : null
}

function Reminder() {
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

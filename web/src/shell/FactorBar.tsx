import { lazy, Suspense } from 'react'
import { useOrg } from '../session/session.ts'

const FactorReminder = lazy(() =>
  import('./FactorReminder.tsx').then((one) => ({ default: one.FactorReminder })),
)

/** Tells people that their organization requires a second factor. Asks the server only where somebody needs one. */
export function FactorBar() {
  const isRequired = useOrg((org) => {
    const nobody = org.realm_user_groups?.find(({ name }) => name === 'role:nobody')?.id
    const value = org.realm_second_factor_required_group
    return value !== undefined && nobody !== undefined && value !== nobody
  })
  return isRequired ? (
    <Suspense fallback={null}>
      <FactorReminder />
    </Suspense>
  ) : null
}

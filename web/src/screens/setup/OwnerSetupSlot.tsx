import { lazy, Suspense } from 'react'
import { useOwnerSetup } from '../../onboarding/owner-setup.ts'
import { useOrg } from '../../session/session.ts'

const OwnerSetup = lazy(() => import('./OwnerSetup.tsx').then((one) => ({ default: one.OwnerSetup })))

/** The setup panel above the inbox, loaded only for owners of new organizations. */
export function OwnerSetupSlot() {
  const isOpen = useOwnerSetup((state) => state.isOpen)
  const isOwner = useOrg((org) => org.is_owner === true)
  return isOpen && isOwner ? (
    <Suspense fallback={null}>
      <OwnerSetup />
    </Suspense>
  ) : null
}

import { lazy, Suspense } from 'react'
import { QuietBoundary } from '../shell/Boundaries.tsx'
import { useCalls } from './call-state.ts'
import { useRings } from './rings.ts'

const CallDock = lazy(() =>
  import('../screens/calls/CallDock.tsx').then((one) => ({ default: one.CallDock })),
)
const IncomingCall = lazy(() =>
  import('../screens/calls/IncomingCall.tsx').then((one) => ({ default: one.IncomingCall })),
)

/** The dock of the call that this tab takes part in, and a call that rings. Loaded when there is one. */
export function CallSlot() {
  const joinedId = useCalls((state) => state.joinedId)
  const ringing = useRings((state) => state.call)
  return (
    <QuietBoundary resetKey={joinedId}>
      <Suspense fallback={null}>
        {joinedId !== undefined && <CallDock />}
        {ringing !== undefined && <IncomingCall call={ringing} />}
      </Suspense>
    </QuietBoundary>
  )
}

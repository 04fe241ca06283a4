import { lazy, Suspense } from 'react'
import type { FeedView } from '../navigation/narrow.ts'
import { useFirstRun } from '../onboarding/first-run.ts'

const FirstRun = lazy(() => import('./FirstRun.tsx').then((one) => ({ default: one.FirstRun })))
const FirstSteps = lazy(() =>
  import('../screens/setup/FirstSteps.tsx').then((one) => ({ default: one.FirstSteps })),
)

/** Receives new users in their first channel. Loaded only for them. */
export function FirstRunSlot({ view }: { view: FeedView }) {
  const isArriving = useFirstRun((state) => state.isArriving)
  if (!isArriving || view.kind !== 'channel') return null
  return (
    <Suspense fallback={null}>
      <FirstRun channelId={view.channelId} />
    </Suspense>
  )
}

/** The first steps above the inbox. Loaded only while there are some. */
export function FirstStepsSlot() {
  const isOpen = useFirstRun((state) => state.isOpen)
  return isOpen ? (
    <Suspense fallback={null}>
      <FirstSteps />
    </Suspense>
  ) : null
}

import { lazy, Suspense } from 'react'
import type { FeedView } from '../navigation/narrow.ts'
import { useFirstRun } from '../onboarding/first-run.ts'

const FirstRun = lazy(() => import('./FirstRun.tsx').then((one) => ({ default: one.FirstRun })))

/** The cards for new users above the compose box. Loaded only for them. */
export function FirstRunSlot({ view }: { view: FeedView }) {
  const isShown = useFirstRun(({ cards, isArriving }) => isArriving || cards.length > 0)
  if (!isShown || view.kind !== 'channel') return null
  return (
    <Suspense fallback={null}>
      <FirstRun channelId={view.channelId} />
    </Suspense>
  )
}

import { lazy, Suspense, useEffect } from 'react'
import { Busy } from '../components/Busy.tsx'
import { useCompose } from '../compose/compose.ts'
import { whenLive } from '../session/session.ts'
import { RegionBoundary } from './Boundaries.tsx'

const loadCompose = () =>
  import('../compose/FloatingCompose.tsx').then((one) => ({ default: one.FloatingCompose }))
const FloatingCompose = lazy(loadCompose)

/** The compose box over views without messages: inbox, recent, drafts. */
export function ComposeOverlay() {
  const isShown = useCompose(({ isOpen, isFloating }) => isOpen && isFloating)
  useEffect(() => whenLive(() => void loadCompose().catch(() => {})), [])
  return (
    <RegionBoundary part="compose" resetKey={isShown}>
      <Suspense fallback={<Busy />}>{isShown && <FloatingCompose />}</Suspense>
    </RegionBoundary>
  )
}

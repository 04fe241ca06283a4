import { lazy, Suspense, useEffect } from 'react'
import { whenLive } from '../session/session.ts'
import { useToasts } from './toasts.ts'

const loadShown = () => import('./ShownToasts.tsx').then((one) => ({ default: one.ShownToasts }))
const ShownToasts = lazy(loadShown)

/** Unmounted while empty, so that a pointer over the last toast does not pause the next one. Loaded after the first view. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  useEffect(() => whenLive(() => void loadShown().catch(() => {})), [])
  return toasts.length === 0 ? null : (
    <Suspense fallback={null}>
      <ShownToasts toasts={toasts} />
    </Suspense>
  )
}

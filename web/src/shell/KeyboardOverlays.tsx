import { lazy, Suspense, useEffect } from 'react'
import { Busy } from '../components/Busy.tsx'
import { bindKeys } from '../keyboard/bind.ts'
import { whenLive } from '../session/session.ts'
import { DialogBoundary } from './Boundaries.tsx'
import { closeDialogs, useDialogs } from './dialogs.ts'

const loadSwitcher = () =>
  import('../screens/switcher/Switcher.tsx').then((one) => ({ default: one.Switcher }))
const Switcher = lazy(loadSwitcher)
const Help = lazy(() => import('../screens/keyboard/Help.tsx').then((one) => ({ default: one.Help })))

/** Binds the keys, and shows the quick switcher and the help. */
export function KeyboardOverlays() {
  const isSwitching = useDialogs((state) => state.switcher)
  const isHelping = useDialogs((state) => state.help)
  useEffect(bindKeys, [])
  // Preloaded, because users type immediately after the key.
  useEffect(() => whenLive(() => void loadSwitcher().catch(() => {})), [])
  return (
    <DialogBoundary part="switcher or help" resetKey={isSwitching || isHelping} onClose={closeDialogs}>
      <Suspense fallback={<Busy />}>
        {isSwitching && <Switcher />}
        {isHelping && <Help />}
      </Suspense>
    </DialogBoundary>
  )
}

import { lazy, Suspense, useEffect } from 'react'
import { whenLive } from '../session/session.ts'
import { useToasts } from './toasts.ts'

const loadShown = () => import('./ShownToasts.tsx').then((one) => ({ default: one.ShownToasts }))
const ShownToasts = lazy(loadShown)

const isInToasts = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-toasts]') !== null

/** Dialogs listen at the document to keep the focus within themselves. They do not see that it goes to a toast. */
function hideFocusFromDialogs(): () => void {
  const hide = (event: FocusEvent) => {
    if (isInToasts(event.target) || isInToasts(event.relatedTarget)) event.stopPropagation()
  }
  const { body } = document
  body.addEventListener('focusin', hide)
  body.addEventListener('focusout', hide)
  return () => {
    body.removeEventListener('focusin', hide)
    body.removeEventListener('focusout', hide)
  }
}

/** Unmounted while empty, so that a pointer over the last toast does not pause the next one. Loaded after the first view. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  useEffect(() => whenLive(() => void loadShown().catch(() => {})), [])
  useEffect(hideFocusFromDialogs, [])
  return (
    // Dialogs hide everything else from screen readers, except live regions. Toasts announce themselves.
    <div aria-live="off">
      {toasts.length > 0 && (
        <Suspense fallback={null}>
          <ShownToasts toasts={toasts} />
        </Suspense>
      )}
    </div>
  )
}

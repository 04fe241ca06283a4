import { lazy, Suspense } from 'react'
import { useSession } from '../session/session.ts'

const LogInAgain = lazy(() => import('./LogInAgain.tsx').then((one) => ({ default: one.LogInAgain })))

/** Asks for the password when the session has ended. */
export function SessionEnd() {
  const isEnded = useSession((session) => session.isEnded)
  return isEnded ? (
    <Suspense fallback={null}>
      <LogInAgain />
    </Suspense>
  ) : null
}

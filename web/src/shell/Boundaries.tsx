import type { ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { ErrorCard } from '../components/EmptyState.tsx'
import { ErrorBoundary, type Failure } from '../components/ErrorBoundary.tsx'
import { useText } from '../texts/texts.tsx'
import styles from './App.module.css'
import { CopyDetails } from './CopyDetails.tsx'

interface RegionProps {
  /** Name of the region in the details that people copy. */
  part: string
  resetKey?: unknown
  children: ReactNode
}

/** Around a region of the app. If it fails, the other regions stay usable. */
export const RegionBoundary = ({ part, resetKey, children }: RegionProps) => (
  <ErrorBoundary
    resetKey={resetKey}
    fallback={(failure) => <RegionFailure part={part} failure={failure} level="region" />}
  >
    {children}
  </ErrorBoundary>
)

/** Around dialogs. If one fails, a dialog says so and can be closed. */
export const DialogBoundary = ({ onClose, ...props }: RegionProps & { onClose: () => void }) => {
  const text = useText()
  return (
    <ErrorBoundary
      resetKey={props.resetKey}
      fallback={(failure) => (
        <Dialog title={text('failure.title')} size="small" onClose={onClose}>
          <RegionFailure part={props.part} failure={failure} level="region" />
        </Dialog>
      )}
    >
      {props.children}
    </ErrorBoundary>
  )
}

/** Around the whole app. */
export const RootBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary
    fallback={(failure) => (
      <main className={styles.failed}>
        <RegionFailure part="app" failure={failure} level="root" />
      </main>
    )}
  >
    {children}
  </ErrorBoundary>
)

/** Around parts that may fail silently: banners, announcements, the icon of the tab. */
export const QuietBoundary = ({ resetKey, children }: { resetKey?: unknown; children: ReactNode }) => (
  <ErrorBoundary resetKey={resetKey} fallback={() => null}>
    {children}
  </ErrorBoundary>
)

interface FailureProps {
  part: string
  failure: Failure
  level: 'region' | 'root'
}

function RegionFailure({ part, failure, level }: FailureProps) {
  const text = useText()
  return (
    <div className={styles.failure} data-failure={level}>
      <ErrorCard text={text(level === 'root' ? 'failure.app' : 'failure.region')}>
        <Button kind="primary" onClick={() => location.reload()}>
          {text('shell.reload')}
        </Button>
        <CopyDetails failure={failure} part={part} />
      </ErrorCard>
    </div>
  )
}

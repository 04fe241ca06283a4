import { useEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { ErrorCard } from '../components/EmptyState.tsx'
import { OverlayContext } from '../components/overlay-context.ts'
import { TooltipProvider } from '../components/Tooltip.tsx'
import { useOrg } from '../session/session.ts'
import { startAppOnce } from '../session/start.ts'
import { browserLanguage, loadTexts, type Texts, TextsProvider } from '../texts/texts.tsx'
import styles from './App.module.css'
import { QuietBoundary, RootBoundary } from './Boundaries.tsx'
import { overlayHost } from './overlay-host.ts'
import { Shell } from './Shell.tsx'
import { Toasts } from './Toasts.tsx'

/** Loads texts and state in parallel, and shows the app when both are ready. */
export function App() {
  const [texts, setTexts] = useState<Texts>()
  const [state, setState] = useState<'starting' | 'ready' | 'failed'>('starting')
  const language = useOrg((org) => org.user_settings?.default_language)

  useEffect(() => {
    void loadTexts(language ?? browserLanguage()).then((loaded) => {
      document.documentElement.lang = loaded.locale
      setTexts(loaded)
    })
  }, [language])

  useEffect(() => {
    startAppOnce().then(
      (outcome) => outcome === 'ready' && setState('ready'),
      () => setState('failed'),
    )
  }, [])

  if (texts === undefined || state === 'starting') return <Starting />
  return (
    <TextsProvider texts={texts}>
      {state === 'failed' ? (
        <main className={styles.failed}>
          <ErrorCard text={texts.text('shell.unreachable')}>
            <Button kind="primary" onClick={() => location.reload()}>
              {texts.text('common.retry')}
            </Button>
          </ErrorCard>
        </main>
      ) : (
        <TooltipProvider>
          <OverlayContext value={overlayHost}>
            <RootBoundary>
              <Shell />
            </RootBoundary>
          </OverlayContext>
          <QuietBoundary>
            <Toasts />
          </QuietBoundary>
        </TooltipProvider>
      )}
    </TextsProvider>
  )
}

const Starting = () => (
  <div className={styles.starting}>
    <img src="/assets/mark.svg" alt="" width={48} height={48} />
  </div>
)

import { Toast as Radix } from 'radix-ui'
import { type CSSProperties, useLayoutEffect, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { useText } from '../texts/texts.tsx'
import { measureDock, placeToasts, useDock } from './dock.ts'
import styles from './Toasts.module.css'
import { dismiss, type Toast } from './toasts.ts'

/** Shows the newest toasts above the docked elements; the others wait. */
export function ShownToasts({ toasts }: { toasts: readonly Toast[] }) {
  const text = useText()
  const { above, count } = placeToasts(useDock())
  // Hover or focus pauses all of them.
  const [isPaused, setPaused] = useState(false)
  useLayoutEffect(measureDock, [toasts])
  return (
    <Radix.Provider swipeDirection="down" label={text('common.notices')}>
      {toasts.slice(-count).map(({ id, content, kind, action, isUndo, seconds }) => (
        <Radix.Root
          key={id}
          className={styles.toast}
          data-kind={kind}
          type={kind === 'danger' ? 'foreground' : 'background'}
          duration={seconds * 1_000}
          onPause={() => setPaused(true)}
          onResume={() => setPaused(false)}
          onOpenChange={(isOpen) => !isOpen && dismiss(id)}
        >
          <Radix.Description>{text(content.id, content.values)}</Radix.Description>
          {action !== undefined && (
            <Radix.Action altText={text(action.label)} asChild>
              <Button
                size="small"
                onClick={() => {
                  dismiss(id)
                  action.run()
                }}
              >
                {isUndo && <Ring seconds={seconds} isPaused={isPaused} />}
                {text(action.label)}
              </Button>
            </Radix.Action>
          )}
        </Radix.Root>
      ))}
      <Radix.Viewport
        label={text('common.notices')}
        className={styles.viewport}
        hotkey={['F8']}
        data-toasts="true"
        style={{ '--above': `${above}px` } as CSSProperties}
      />
    </Radix.Provider>
  )
}

/** The remaining time; it stops while paused. */
const Ring = ({ seconds, isPaused }: { seconds: number; isPaused: boolean }) => (
  <svg
    className={styles.ring}
    viewBox="0 0 16 16"
    width={16}
    height={16}
    aria-hidden="true"
    data-ring={isPaused ? 'paused' : 'running'}
    style={{ '--seconds': seconds } as CSSProperties}
  >
    <circle cx="8" cy="8" r="6.5" />
    <circle cx="8" cy="8" r="6.5" pathLength="1" />
  </svg>
)

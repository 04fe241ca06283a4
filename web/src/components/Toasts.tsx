import { Toast as Radix } from 'radix-ui'
import { dismiss, useToasts } from '../state/toasts.ts'
import { useText } from '../texts/texts.tsx'
import { Button } from './Button.tsx'
import styles from './Toasts.module.css'

export function Toasts() {
  const text = useText()
  const toasts = useToasts((state) => state.toasts)
  return (
    <Radix.Provider swipeDirection="down" label={text('common.notices')}>
      {toasts.slice(-3).map(({ id, content, kind, action, seconds }) => (
        <Radix.Root
          key={id}
          className={styles.toast}
          data-kind={kind}
          type={kind === 'danger' ? 'foreground' : 'background'}
          duration={seconds * 1_000}
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
      />
    </Radix.Provider>
  )
}

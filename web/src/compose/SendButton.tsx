import { SendHorizontal } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '../components/Button.tsx'
import { Tooltip } from '../components/Tooltip.tsx'
import { isTouch } from '../lib/touch.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { useCompose } from './compose.ts'
import { composeField } from './compose-field.ts'
import { setEnterSends } from './enter-sends.ts'
import styles from './SendButton.module.css'
import { SendMenu } from './SendMenu.tsx'
import { scheduleSend } from './send.ts'
import type { Sending } from './use-sending.ts'

const ScheduleDialog = lazy(() =>
  import('./ScheduleDialog.tsx').then((one) => ({ default: one.ScheduleDialog })),
)
const Snippets = lazy(() => import('./Snippets.tsx').then((one) => ({ default: one.Snippets })))

/** The send button, its menu, and the dialogs that the menu opens. */
export function SendButton({ sending, onInsert }: { sending: Sending; onInsert: (text: string) => void }) {
  const text = useText()
  const dialog = useCompose((state) => state.dialog)
  const close = () => useCompose.setState({ dialog: undefined })
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  const { denied, send } = sending
  const schedule = (at: number) => void scheduleSend(Math.floor(at / 1_000))
  return (
    <div className={styles.send}>
      {!isTouch() && (
        <Tooltip text={text(enterSends ? 'compose.enterSends' : 'compose.ctrlEnterSends')}>
          <button type="button" className={styles.rule} onClick={() => setEnterSends(!enterSends)}>
            {enterSends ? '↵' : 'Ctrl ↵'}
          </button>
        </Tooltip>
      )}
      <Button
        kind="primary"
        size="small"
        className={styles.button}
        denied={denied}
        aria-label={text('compose.send')}
        onClick={send}
      >
        <SendHorizontal size={18} aria-hidden="true" className={styles.icon} />
        <span className={styles.word}>{text('compose.send')}</span>
      </Button>
      <SendMenu denied={denied} onSchedule={schedule} />
      <Suspense fallback={null}>
        {dialog === 'schedule' && (
          <ScheduleDialog onPick={schedule} onClose={close} focusAfter={composeField} />
        )}
        {dialog === 'snippets' && <Snippets onInsert={onInsert} onClose={close} />}
      </Suspense>
    </div>
  )
}

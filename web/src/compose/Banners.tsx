import { Info, TriangleAlert } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { Confirm } from '../components/Confirm.tsx'
import { useText } from '../texts/texts.tsx'
import styles from './Banners.module.css'
import { requestFocus } from './compose.ts'
import { composeField } from './compose-field.ts'
import type { Sending } from './use-sending.ts'
import type { Warning } from './warning.ts'

function runAndFocus(run: () => void): void {
  run()
  requestFocus('text')
}

/** Warnings above the text, and the question before a mention of many people. */
export function Banners({ sending, warnings }: { sending: Sending; warnings: readonly Warning[] }) {
  const text = useText()
  const { asked, answer } = sending
  return (
    <>
      {warnings.length > 0 && (
        <ul className={styles.list} aria-live="polite">
          {warnings.map(({ key, kind, text: words, actions }) => (
            <li key={key} className={styles.warning} data-kind={kind}>
              {kind === 'danger' ? (
                <TriangleAlert size={16} aria-hidden="true" />
              ) : (
                <Info size={16} aria-hidden="true" />
              )}
              <span className={styles.words}>{words}</span>
              {actions.map(({ label, run }) => (
                <Button key={label} kind="quiet" size="small" onClick={() => runAndFocus(run)}>
                  {label}
                </Button>
              ))}
            </li>
          ))}
        </ul>
      )}
      {asked !== undefined && (
        <Confirm
          title={text('compose.ask.title', { count: asked })}
          body={text('compose.ask.body')}
          action={text('compose.ask.yes')}
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
          focusAfter={composeField}
        />
      )}
    </>
  )
}

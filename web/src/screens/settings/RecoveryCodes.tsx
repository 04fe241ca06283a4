import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { createRecoveryCodes } from '../../settings/factors.ts'
import { copyText } from '../../shell/copy-text.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { SettingGroup } from '../forms/Setting.tsx'
import styles from './Security.module.css'

interface Props {
  /** Unused codes. */
  left: number
  /** Whether the reader has a second factor. */
  isOffered: boolean
  /** New codes, which are shown once. */
  codes: readonly string[]
  onCodes: (codes: readonly string[]) => void
}

/** Codes for a lost phone. */
export function RecoveryCodes({ left, isOffered, codes, onCodes }: Props) {
  const text = useText()
  const [isReplacing, setReplacing] = useState(false)
  if (!isOffered) return null
  const replace = async () => {
    const { reply, problem } = await createRecoveryCodes()
    if (showProblemToast(problem)) onCodes(reply?.recovery_codes ?? [])
  }
  const lines = codes.join('\n')
  return (
    <SettingGroup title={text('settings.recoveryCodes')} note={text('settings.recoveryCodes.effect')}>
      {codes.length > 0 ? (
        <div role="status">
          <p>
            <strong>{text('settings.recoveryCodes.save')}</strong>
          </p>
          <ul className={styles.codes}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <div className={lists.buttons}>
            <Button onClick={() => void copyText(lines)}>{text('common.copy')}</Button>
            <a
              className={lists.plainLink}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${lines}\n`)}`}
              download="recovery-codes.txt"
            >
              {text('settings.recoveryCodes.download')}
            </a>
            <Button kind="quiet" onClick={() => onCodes([])}>
              {text('settings.recoveryCodes.saved')}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <p>{text('settings.recoveryCodes.left', { count: left })}</p>
          <div className={lists.buttons}>
            <Button onClick={() => setReplacing(true)}>{text('settings.recoveryCodes.replace')}</Button>
          </div>
        </>
      )}
      {isReplacing && (
        <Confirm
          title={text('settings.recoveryCodes.replace')}
          body={text('settings.recoveryCodes.replace.body')}
          action={text('settings.recoveryCodes.replace')}
          onConfirm={() => void replace()}
          onClose={() => setReplacing(false)}
        />
      )}
    </SettingGroup>
  )
}

import { Copy } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../components/Button.tsx'
import { copyText } from '../../shell/copy-text.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './CopyField.module.css'

interface Props {
  label: string
  hint?: string | undefined
  value: string
}

/** Text to copy, such as a URL. */
export function CopyField({ label, hint, value }: Props) {
  const id = useId()
  const text = useText()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.line}>
        <input
          id={id}
          readOnly
          translate="no"
          dir="ltr"
          value={value}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onFocus={({ target }) => target.select()}
        />
        <Button onClick={() => void copyText(value)}>
          <Copy size={15} aria-hidden="true" />
          {text('common.copy')}
        </Button>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

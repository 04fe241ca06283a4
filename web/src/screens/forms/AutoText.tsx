import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../texts/texts.tsx'
import type { AutoFieldProps } from './AutoField.tsx'
import { SettingLine } from './Setting.tsx'
import { useSaving } from './saving.ts'

interface TextProps extends AutoFieldProps<string> {
  type?: 'text' | 'url' | 'number' | 'date'
  isLong?: boolean
  maxLength?: number | undefined
  least?: number | undefined
  most?: number | undefined
  placeholder?: string
  /** Beside the label instead of below it. */
  isNarrow?: boolean
}

/**
 * A text field that saves on blur, on Enter, and when the dialog is closed. Shows changes of others immediately, unless it has the
 * focus.
 */
export function AutoText(props: TextProps) {
  const {
    label,
    effect,
    value,
    denied,
    save,
    type = 'text',
    isLong,
    maxLength,
    least,
    most,
    placeholder,
    isNarrow,
  } = props
  const id = useId()
  const text = useText()
  const { phase, problem, run, forget } = useSaving(save)
  const [draft, setDraft] = useState<string>()
  /** A rejected value is not sent again until it was changed. */
  const tried = useRef<string>(undefined)
  const isDirty = draft !== undefined && draft !== value
  const commit = async () => {
    if (draft === undefined || draft === tried.current) return
    tried.current = draft
    if (!isDirty || (await run(draft))) {
      setDraft((now) => (now === draft ? undefined : now))
      tried.current = undefined
    }
  }
  const unsaved = useRef<() => void>(undefined)
  unsaved.current =
    isDirty && problem === undefined && phase !== 'saving' ? () => void save(draft) : undefined
  useEffect(() => () => unsaved.current?.(), [])
  const common = {
    id,
    value: draft ?? value,
    readOnly: denied !== undefined,
    maxLength,
    placeholder,
    dir: 'auto',
    'aria-describedby': `${id}-note`,
    'aria-invalid': problem !== undefined || undefined,
    onChange: ({ target }: { target: { value: string } }) => setDraft(target.value),
    onBlur: () => void commit(),
  } as const
  return (
    <SettingLine
      id={id}
      label={label}
      effect={effect}
      denied={denied}
      problem={problem}
      phase={phase}
      wide={!isNarrow}
    >
      {isLong ? (
        <textarea rows={3} {...common} />
      ) : (
        <input
          type={type}
          min={least}
          max={most}
          {...common}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && void commit()}
        />
      )}
      {isDirty && problem !== undefined && (
        <Button
          size="small"
          onClick={() => {
            setDraft(undefined)
            tried.current = undefined
            forget()
          }}
        >
          {text('common.undo')}
        </Button>
      )}
    </SettingLine>
  )
}

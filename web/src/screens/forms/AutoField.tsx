import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Switch } from '../../components/Switch.tsx'
import { useText } from '../../texts/texts.tsx'
import { SettingLine } from './Setting.tsx'
import { type Save, useSaving } from './saving.ts'

interface AutoFieldProps<T> {
  label: string
  effect?: ReactNode
  value: T
  denied?: string | undefined
  save: Save<T>
}

/** On or off; counts at once. */
export function AutoSwitch({ label, effect, value, denied, save }: AutoFieldProps<boolean>) {
  const id = useId()
  const { phase, problem, run } = useSaving(save)
  return (
    <SettingLine id={id} label={label} effect={effect} denied={denied} problem={problem} phase={phase}>
      <Switch
        id={id}
        checked={value}
        denied={denied}
        describedBy={`${id}-note`}
        onChange={(next) => void run(next)}
      />
    </SettingLine>
  )
}

export interface Choice<T> {
  value: T
  label: string
}

interface ChoiceProps<T> extends AutoFieldProps<T> {
  options: readonly Choice<T>[]
  /** Beside the choice: a button that belongs to it. */
  extra?: ReactNode
}

/** One of several; counts at once. What is set but not offered is shown all the same. */
export function AutoChoice<T extends string | number>({
  label,
  effect,
  value,
  denied,
  save,
  options,
  extra,
}: ChoiceProps<T>) {
  const id = useId()
  const { phase, problem, run } = useSaving(save)
  const isOffered = options.some((option) => option.value === value)
  const all = isOffered ? options : [...options, { value, label: String(value) }]
  return (
    <SettingLine id={id} label={label} effect={effect} denied={denied} problem={problem} phase={phase}>
      <select
        id={id}
        value={String(value)}
        disabled={denied !== undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => {
          const chosen = all.find((option) => String(option.value) === target.value)
          if (chosen !== undefined) void run(chosen.value)
        }}
      >
        {all.map((option) => (
          <option key={String(option.value)} value={String(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
      {extra}
    </SettingLine>
  )
}

interface TextProps extends AutoFieldProps<string> {
  type?: 'text' | 'url' | 'number' | 'date'
  isLong?: boolean
  maxLength?: number | undefined
  least?: number | undefined
  most?: number | undefined
  placeholder?: string
  /** Beside the words rather than below them. */
  isNarrow?: boolean
}

/**
 * Text that is saved when one is done with it: on leaving the field, with Enter, or when the dialog is closed. Changes by
 * others show at once, unless one is writing.
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
  /** What was refused is not sent again until it has been changed. */
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

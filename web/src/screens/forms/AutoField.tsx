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

/** A switch that saves immediately. */
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
  /** A button beside the field. */
  extra?: ReactNode
}

/** A select field that saves immediately. A current value that is not offered is shown, too. */
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

import { type ReactNode, useId } from 'react'
import { Switch } from '../../components/Switch.tsx'
import { SettingLine } from './Setting.tsx'
import { type Save, useSaving } from './saving.ts'

export interface AutoFieldProps<T> {
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

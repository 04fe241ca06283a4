import { contrastOf, minContrast, nearestAccent } from '@loquat/contract/light'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { arrowOf } from '../../lib/arrows.ts'
import { type AccentPreset, accentPresets, previewAccent } from '../../settings/accent.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './AccentField.module.css'
import type { AutoFieldProps } from './AutoField.tsx'
import { SettingLine } from './Setting.tsx'
import { useSaving } from './saving.ts'

interface Props extends AutoFieldProps<string> {
  /** Names the choice without a color. */
  noneLabel: string
  /** Refuses colors on which white text is hard to read. Otherwise the app darkens them itself. */
  isStrict?: boolean
}

const isColor = (typed: string) => /^#[\da-f]{6}$/i.test(typed)
const presets = Object.keys(accentPresets) as AccentPreset[]

/** Presets and any other color. The whole app shows the color while it is being chosen. */
export function AccentField({ label, effect, value, denied, save, noneLabel, isStrict = false }: Props) {
  const text = useText()
  const id = useId()
  const { phase, problem, run } = useSaving(save)
  const [typed, setTyped] = useState(value)
  const [isLeft, setLeft] = useState(false)
  useEffect(() => setTyped(value), [value])
  useEffect(() => () => previewAccent(undefined), [])
  const choose = async (color: string) => {
    setTyped(color)
    await run(color)
    previewAccent(undefined)
  }
  const tryOut = (color: string) => {
    setTyped(color)
    setLeft(false)
    previewAccent(isColor(color) ? color : undefined)
  }
  const isWrong = isLeft && typed !== '' && !isColor(typed)
  const isPoor = isColor(typed) && contrastOf(typed, '#ffffff') < minContrast
  const isOther = value !== '' && !presets.some((name) => accentPresets[name] === value)
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[arrowOf(event.key)]
    if (step === undefined) return
    event.preventDefault()
    const all = [...event.currentTarget.querySelectorAll('button')]
    const next = all.at((all.indexOf(document.activeElement as HTMLButtonElement) + step) % all.length)
    next?.focus()
    next?.click()
  }
  const swatch = (color: string, name: string) => (
    // biome-ignore lint/a11y/useSemanticElements: it is drawn as a disc
    <button
      key={color}
      type="button"
      role="radio"
      className={styles.swatch}
      data-none={color === '' || undefined}
      style={color === '' ? undefined : ({ '--swatch': color } as CSSProperties)}
      aria-checked={value === color}
      aria-label={name}
      title={name}
      tabIndex={value === color || (isOther && color === '') ? 0 : -1}
      disabled={denied !== undefined}
      onClick={() => void choose(color)}
    />
  )
  return (
    <SettingLine id={id} label={label} effect={effect} denied={denied} problem={problem} phase={phase} wide>
      <div className={styles.swatches} role="radiogroup" aria-label={label} onKeyDown={keyDown}>
        {swatch('', noneLabel)}
        {presets.map((name) => swatch(accentPresets[name], text(`forms.accent.${name}`)))}
      </div>
      <div className={styles.custom}>
        <input
          type="color"
          className={styles.well}
          aria-label={text('forms.accent.pick')}
          value={isColor(typed) ? typed : accentPresets.green}
          disabled={denied !== undefined}
          onChange={({ target }) => tryOut(target.value)}
        />
        <input
          id={id}
          className={styles.code}
          value={typed}
          maxLength={7}
          placeholder="#116954"
          spellCheck={false}
          disabled={denied !== undefined}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-note ${id}-contrast`}
          onBlur={() => setLeft(true)}
          onChange={({ target }) => tryOut(target.value)}
          onKeyDown={({ key }) => {
            if (key !== 'Enter') return
            if (isColor(typed) || typed === '') void choose(typed)
            else setLeft(true)
          }}
        />
        <Button
          size="small"
          denied={
            isColor(typed) && typed !== value && !(isStrict && isPoor)
              ? undefined
              : text(typed === '' || isColor(typed) ? 'forms.accent.needs' : 'forms.accent.wrong')
          }
          onClick={() => void choose(typed)}
        >
          {text('common.save')}
        </Button>
      </div>
      <div id={`${id}-contrast`} className={styles.note} role="status">
        {isWrong && text('forms.accent.wrong')}
        {isPoor && (
          <>
            {text(isStrict ? 'forms.accent.poor' : 'forms.accent.darkened', {
              ratio: contrastOf(typed, '#ffffff').toFixed(1),
              least: minContrast,
            })}{' '}
            <Button size="small" onClick={() => tryOut(nearestAccent(typed))}>
              {text('forms.accent.nearest', { color: nearestAccent(typed) })}
            </Button>
          </>
        )}
      </div>
    </SettingLine>
  )
}

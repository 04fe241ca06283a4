import { useEffect, useState } from 'react'
import { checkPassword } from '../../settings/settings-actions.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './PasswordStrength.module.css'

type Strength = Awaited<ReturnType<typeof checkPassword>>

/** Typing is checked after this pause, by the server: its word lists are too large for the app. */
const pauseMs = 300

const levelTexts = [
  'settings.password.strength.0',
  'settings.password.strength.1',
  'settings.password.strength.2',
  'settings.password.strength.3',
  'settings.password.strength.4',
] as const

const denialTexts = {
  'too-short': 'settings.password.strength.short',
  'too-weak': 'settings.password.strength.0',
  breached: 'settings.password.strength.breached',
} as const

/** Shows how hard a new password is to guess, while it is typed. */
export function PasswordStrength({ password }: { password: string }) {
  const text = useText()
  const [checked, setChecked] = useState<{ password: string; strength: Strength }>()
  useEffect(() => {
    if (password === '') return
    const timer = setTimeout(() => {
      void checkPassword(password).then((strength) => setChecked({ password, strength }))
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [password])
  const strength = password === '' ? undefined : checked?.strength
  if (strength === undefined) return null
  const level = strength.denial === null ? Math.max(1, strength.level) : 0
  return (
    <p className={styles.strength}>
      <meter
        min={0}
        max={4}
        low={2}
        high={3}
        optimum={4}
        value={level}
        aria-label={text('settings.password.strength')}
      />
      <span aria-live="polite">
        {text(strength.denial === null ? (levelTexts[level] ?? levelTexts[0]) : denialTexts[strength.denial])}
      </span>
    </p>
  )
}

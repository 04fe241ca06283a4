import styles from './Keys.module.css'

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const names: Record<string, string> = isApple
  ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵' }
  : { Enter: '↵', Left: '←', Right: '→', Up: '↑', Down: '↓' }

/** Keys as the platform prints them: `Ctrl+K`, or a sequence: `G M`. */
export function Keys({ keys }: { keys: string }) {
  const parts = keys.split(/(?<=.)[+ ](?=.)/)
  return (
    <kbd className={styles.keys}>
      {parts.map((part) => (
        <span key={part}>{names[part] ?? part}</span>
      ))}
    </kbd>
  )
}

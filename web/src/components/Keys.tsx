import styles from './Keys.module.css'

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const names: Record<string, string> = isApple
  ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵' }
  : { Enter: '↵', Left: '←', Right: '→', Up: '↑', Down: '↓' }

/** Keys as they are printed on the keyboard of this platform: `Ctrl+K`, or one after the other: `G M`. */
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

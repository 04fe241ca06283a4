import styles from './Keys.module.css'

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
const names: Record<string, string> = isApple
  ? { Ctrl: '⌘', Alt: '⌥', Shift: '⇧', Enter: '↵' }
  : { Enter: '↵', Left: '←', Right: '→', Up: '↑', Down: '↓' }

/** The keys of a combination or sequence, as the platform prints them. */
export const keyNames = (keys: string): string[] =>
  keys.split(/(?<=.)[+ ](?=.)/).map((part) => names[part] ?? part)

/** Keys as the platform prints them: `Ctrl+K`, or a sequence: `G M`. */
export function Keys({ keys }: { keys: string }) {
  return (
    <kbd className={styles.keys}>
      {keyNames(keys).map((name) => (
        <span key={name}>{name}</span>
      ))}
    </kbd>
  )
}

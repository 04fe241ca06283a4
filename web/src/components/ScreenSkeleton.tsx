import { useText } from '../texts/texts.tsx'
import styles from './ScreenSkeleton.module.css'

const widths = [46, 62, 38, 54, 70, 42]

/** Placeholder rows. They appear after a delay, so that quick loads do not flash. */
export function ScreenSkeleton() {
  const text = useText()
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="hidden-visually" role="status">
        {text('common.loading')}
      </span>
      {widths.map((width) => (
        <div key={width} aria-hidden="true">
          <i />
          <i style={{ inlineSize: `${width}%` }} />
        </div>
      ))}
    </div>
  )
}

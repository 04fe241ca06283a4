import { useText } from '../texts/texts.tsx'
import styles from './ScreenSkeleton.module.css'

const widths = [46, 62, 38, 54, 70, 42]

/** Rows in the shape of what is loading. They appear after a moment, so that quick loads do not flash. */
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

import { useText } from '../../texts/texts.tsx'
import styles from './SectionSkeleton.module.css'

const widths = [34, 48, 28, 42, 38]

/** Placeholder for settings that are loading. It appears with a delay, so that fast loads do not flash. */
export function SectionSkeleton() {
  const text = useText()
  return (
    <div className={styles.skeleton} aria-busy="true">
      <span className="hidden-visually" role="status">
        {text('common.loading')}
      </span>
      {widths.map((width) => (
        <div key={width} aria-hidden="true">
          <i style={{ inlineSize: `${width}%` }} />
          <i style={{ inlineSize: `${width + 22}%` }} />
        </div>
      ))}
    </div>
  )
}

import styles from './Feed.module.css'

const widths = [62, 38, 80, 51, 70, 44, 66]

/** Placeholder rows, displayed after a delay. */
export const FeedSkeleton = () => (
  <div className={styles.skeleton} aria-hidden="true">
    {widths.map((width) => (
      <div key={width}>
        <i />
        <i style={{ inlineSize: '18%' }} />
        <i style={{ inlineSize: `${width}%` }} />
      </div>
    ))}
  </div>
)

import { asDock } from '../shell/dock.ts'
import styles from './Compose.module.css'
import { ComposeBox } from './ComposeBox.tsx'

/** The compose box over a view that has none of its own. The view below stays as it is. */
export const FloatingCompose = () => (
  <div className={styles.dock} ref={asDock}>
    <ComposeBox view={undefined} />
  </div>
)

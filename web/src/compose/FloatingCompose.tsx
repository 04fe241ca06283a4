import { asDock } from '../shell/dock.ts'
import styles from './Compose.module.css'
import { ComposeBox } from './ComposeBox.tsx'

/** The compose box over a view without its own, such as the inbox. */
export const FloatingCompose = () => (
  <div className={styles.dock} ref={asDock}>
    <ComposeBox view={undefined} />
  </div>
)

import { useText } from '../texts/texts.tsx'
import styles from './NewsDot.module.css'
import { useHasNews } from './news.ts'

/** A quiet dot while there are news. */
export function NewsDot() {
  const text = useText()
  return useHasNews() ? <span className={styles.dot} role="img" aria-label={text('help.hasNews')} /> : null
}

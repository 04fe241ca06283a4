import { Button } from '../components/Button.tsx'
import { markNoticeSeen, useImportNotice } from '../onboarding/import-notice.ts'
import { useText } from '../texts/texts.tsx'
import styles from './ConnectionBar.module.css'

/** Tells imported users at their first login where their threads went. */
export function ImportedBar() {
  const text = useText()
  const notice = useImportNotice()
  if (notice === undefined) return null
  const { product, hasNamedThreads } = notice
  return (
    <div className={styles.bar} role="status">
      <span className={styles.soft}>
        {text(hasNamedThreads ? 'shell.importedNamed' : 'shell.imported', { product })}
      </span>
      <Button size="small" onClick={() => void markNoticeSeen(notice)}>
        {text('shell.importedSeen')}
      </Button>
    </div>
  )
}

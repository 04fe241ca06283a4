import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './ConnectionBar.module.css'

/** Says that the organization is a read-only preview, and leads to the server that it follows. */
export function PreviewBar() {
  const text = useText()
  const url = useOrg((org) => org.realm_preview_of ?? undefined)
  if (url === undefined) return null
  const host = URL.parse(url)?.host ?? url
  return (
    <div className={styles.bar} role="status">
      <span className={styles.soft}>{text('shell.preview', { host })}</span>
      <a href={url} target="_blank" rel="noopener noreferrer">
        {text('shell.openOldServer', { host })}
      </a>
    </div>
  )
}

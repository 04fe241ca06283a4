import type { FetchedMessage } from '@loquat/contract'
import { isHidden } from '../moderation/moderators.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Message.module.css'

/** Below a search result: the files in which its words were found. */
export function FoundInFiles({ message }: { message: FetchedMessage }) {
  const text = useText()
  const { match_files: files = [] } = message
  if (files.length === 0 || isHidden(message)) return null
  return (
    <div className={styles.foundIn}>
      {text('search.foundIn')}
      {files.map(({ name, path_id }) => (
        <a key={path_id} href={`/user_uploads/${path_id}`} target="_blank" rel="noopener" dir="auto">
          {name}
        </a>
      ))}
    </div>
  )
}

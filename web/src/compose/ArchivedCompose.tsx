import { Archive } from 'lucide-react'
import { useDrafts } from '../drafts/draft-list.ts'
import { addressOf } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'
import styles from './ArchivedCompose.module.css'

/** Where one would write: why one cannot, and where what was written is. */
export function ArchivedCompose({ channelId }: { channelId: number }) {
  const text = useText()
  const hasDraft = useDrafts(({ drafts }) =>
    drafts.some(({ to }) => to.kind === 'topic' && to.channelId === channelId),
  )
  return (
    <p className={styles.bar} data-region="compose" role="status">
      <Archive size={16} aria-hidden="true" />
      {text('denied.archived')}
      {hasDraft && <a href={addressOf({ kind: 'drafts' })}>{text('compose.keptAsDraft')}</a>}
    </p>
  )
}

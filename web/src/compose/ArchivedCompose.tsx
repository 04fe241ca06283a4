import { Archive } from 'lucide-react'
import { useDrafts } from '../drafts/draft-list.ts'
import { addressOf } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'
import styles from './ArchivedCompose.module.css'

/** Replaces the compose box of an archived channel, and links to the draft. */
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

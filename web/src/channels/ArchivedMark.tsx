import { useText } from '../texts/texts.tsx'
import styles from './ArchivedMark.module.css'
import { useChannel } from './channels.ts'

/** Marks an archived channel beside its name. */
export function ArchivedMark({ channelId }: { channelId: number }) {
  const text = useText()
  const isArchived = useChannel(channelId)?.is_archived === true
  return isArchived && <span className={styles.mark}>{text('channel.archived')}</span>
}

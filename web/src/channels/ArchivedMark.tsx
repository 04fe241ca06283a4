import { useText } from '../texts/texts.tsx'
import styles from './ArchivedMark.module.css'
import { useChannel } from './channels.ts'

/** Beside the name of a channel: that it is archived, if it is. A word, so that everybody is told. */
export function ArchivedMark({ channelId }: { channelId: number }) {
  const text = useText()
  const isArchived = useChannel(channelId)?.is_archived === true
  return isArchived && <span className={styles.mark}>{text('channel.archived')}</span>
}

import { channelById } from '../../channels/channels.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { MessageContent } from '../../feed/MessageContent.tsx'
import { exactTime } from '../../lib/times.ts'
import { useHistory } from '../../messages/message-details.ts'
import { personById } from '../../people/people.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import styles from './Dialogs.module.css'

/** The versions of a message, with its earlier topics and channels; newest first. */
export function HistoryDialog({ messageId, onClose }: { messageId: number; onClose: () => void }) {
  const text = useText()
  const locale = useLocale()
  return (
    <Dialog title={text('message.history')} onClose={onClose}>
      <Loaded resource={useHistory(messageId)}>
        {(versions) => (
          <ol className={styles.versions} reversed>
            {versions.toReversed().map((version) => (
              <li key={version.timestamp}>
                <p className={styles.soft}>
                  {text('history.by', {
                    name: personById(version.user_id ?? 0)?.full_name ?? '–',
                    time: exactTime(version.timestamp, locale),
                  })}
                </p>
                {version.prev_topic !== undefined && (
                  <p>{text('history.topic', { before: version.prev_topic, after: version.topic })}</p>
                )}
                {version.prev_stream !== undefined && (
                  <p>{text('history.channel', { before: channelById(version.prev_stream)?.name ?? '?' })}</p>
                )}
                {version.content_html_diff !== undefined ? (
                  <div className={styles.diff}>
                    <MessageContent html={version.content_html_diff} />
                  </div>
                ) : (
                  version.prev_topic === undefined && <MessageContent html={version.rendered_content} />
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </Dialog>
  )
}

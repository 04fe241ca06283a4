import { MessageContent } from '../../feed/MessageContent.tsx'
import { useHiddenMessage } from '../../moderation/moderation-actions.ts'
import { useText } from '../../texts/texts.tsx'
import { Loaded } from '../forms/Loaded.tsx'
import styles from './Moderation.module.css'

/** Why a message is hidden, and its content for moderators. */
export function HiddenDetails({ messageId }: { messageId: number }) {
  const text = useText()
  return (
    <Loaded resource={useHiddenMessage(messageId)}>
      {({ reason, rendered_content: html }) => (
        <div className={styles.details}>
          <p dir="auto">
            {reason === '' ? text('moderation.noReason') : text('moderation.because', { reason })}
          </p>
          {html !== undefined && <MessageContent html={html} />}
        </div>
      )}
    </Loaded>
  )
}

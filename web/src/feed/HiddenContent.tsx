import type { FetchedMessage } from '@loquat/contract'
import { lazy, Suspense, useState } from 'react'
import { isModerator } from '../moderation/moderators.ts'
import { myId, useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Message.module.css'

const HiddenDetails = lazy(() =>
  import('../screens/moderation/HiddenDetails.tsx').then((one) => ({ default: one.HiddenDetails })),
)

/** The placeholder of a message that a moderator hid. Moderators can read the message, and its sender why. */
export function HiddenContent({ message }: { message: FetchedMessage }) {
  const text = useText()
  const mayRead = useOrg(isModerator)
  const [isOpen, setOpen] = useState(false)
  const isSender = message.sender_id === myId()
  return (
    <>
      <div className={styles.collapsed}>
        <em>{text('message.hiddenByModerator')}</em>
        {(mayRead || isSender) && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {text(isOpen ? 'message.hideAgain' : mayRead ? 'message.showHidden' : 'message.whyHidden')}
          </button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <HiddenDetails messageId={message.id} />
        </Suspense>
      )}
    </>
  )
}

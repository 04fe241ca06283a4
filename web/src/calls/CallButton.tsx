import { Phone } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { useDenial } from '../permissions/use-denial.ts'
import { useOrg } from '../session/session.ts'
import { showErrorToast } from '../shell/toasts.ts'
import { useText } from '../texts/texts.tsx'
import styles from './CallButton.module.css'
import { useCallIn, useCalls } from './call-state.ts'

/** Starts a call in a conversation, or joins the one in progress. */
export function CallButton({ conversation }: { conversation: Conversation }) {
  const text = useText()
  const [isBusy, setBusy] = useState(false)
  const isEnabled = useOrg((org) => org.server_calls_enabled === true)
  const call = useCallIn(keyOf(conversation))
  const joinedId = useCalls((state) => state.joinedId)
  const denied = useDenial({ kind: 'start-call' })
  if (!isEnabled || (denied !== undefined && call === undefined)) return null
  const count = call?.participants.length ?? 0
  const start = async () => {
    setBusy(true)
    try {
      const { callIn, joinCall } = await import('./call-session.ts')
      await (call === undefined ? callIn(conversation) : joinCall(call.call_id))
    } catch (error) {
      showErrorToast(error)
    }
    setBusy(false)
  }
  return (
    <span className={styles.anchor}>
      <IconButton
        label={call === undefined ? text('calls.start') : text('calls.joinWith', { count })}
        busy={isBusy}
        aria-pressed={call !== undefined && call.call_id === joinedId}
        icon={<Phone size={18} />}
        onClick={() => void start()}
      />
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </span>
  )
}

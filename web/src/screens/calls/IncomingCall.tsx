import type { CallObject } from '@loquat/contract'
import { Phone, PhoneOff } from 'lucide-react'
import { joinCall } from '../../calls/call-session.ts'
import { declineRinging } from '../../calls/ringing.ts'
import { Button } from '../../components/Button.tsx'
import { dmAmong } from '../../navigation/conversation.ts'
import { addressOf, navigateTo } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { usePerson } from '../../people/people.ts'
import { myId } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Calls.module.css'

/** A call in a direct conversation that rings: accept or decline. */
export function IncomingCall({ call }: { call: CallObject }) {
  const text = useText()
  const name = usePerson(call.started_by)?.full_name ?? ''
  const accept = () => {
    navigateTo(addressOf(dmAmong(call.user_ids ?? [], myId())))
    void joinCall(call.call_id)
  }
  return (
    <section className={styles.incoming} role="alertdialog" aria-label={text('calls.incoming', { name })}>
      <Avatar userId={call.started_by} size={36} />
      <p dir="auto">{text('calls.ringing', { name })}</p>
      <div className={styles.answers}>
        <Button kind="danger" onClick={() => void declineRinging()}>
          <PhoneOff size={16} aria-hidden="true" />
          {text('calls.decline')}
        </Button>
        <Button kind="primary" onClick={accept}>
          <Phone size={16} aria-hidden="true" />
          {text('calls.accept')}
        </Button>
      </div>
    </section>
  )
}

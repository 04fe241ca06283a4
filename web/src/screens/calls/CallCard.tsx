import type { CallCard as Card, FetchedMessage } from '@loquat/contract'
import { Phone, PhoneOff } from 'lucide-react'
import { useState } from 'react'
import { joinCall } from '../../calls/call-session.ts'
import { useCalls } from '../../calls/call-state.ts'
import { Button } from '../../components/Button.tsx'
import { lookup } from '../../lib/derived.ts'
import { parseJson } from '../../lib/parse.ts'
import { useIsMember } from '../../session/member.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './Calls.module.css'

const secondsPerMinute = 60

/** The card of a call: who is in, since when, and a button to join; afterward, how long it was and who took part. */
export function CallCard({ message }: { message: FetchedMessage }) {
  const text = useText()
  const locale = useLocale()
  const isMember = useIsMember()
  const [isBusy, setBusy] = useState(false)
  const card = cardOf(message)
  const call = useCalls((state) => state.calls[card.call_id])
  const joinedId = useCalls((state) => state.joinedId)
  const isHere = call?.message_id === message.id
  const names = (ids: readonly number[]) => {
    const known = ids.map((id) => lookup().userName(id) ?? text('calls.somebody'))
    return new Intl.ListFormat(locale, { type: 'conjunction' }).format(known)
  }
  if (call === undefined || !isHere) {
    const seconds = (card.ended_timestamp ?? 0) - (card.started_timestamp ?? 0)
    const count = Math.max(1, Math.round(seconds / secondsPerMinute))
    const people = card.user_ids ?? []
    return (
      <section className={styles.card} aria-label={text('calls.call')}>
        <PhoneOff size={18} aria-hidden="true" />
        <p>
          <strong>{people.length > 0 ? text('calls.endedAfter', { count }) : text('calls.ended')}</strong>
          {people.length > 0 && <span dir="auto">{names(people)}</span>}
        </p>
      </section>
    )
  }
  const since = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(call.started_timestamp * 1_000)
  const join = async () => {
    setBusy(true)
    await joinCall(call.call_id)
    setBusy(false)
  }
  const isIn = joinedId === call.call_id
  return (
    <section className={styles.card} aria-label={text('calls.call')} data-active="true">
      <Phone size={18} aria-hidden="true" />
      <p>
        <strong>{text('calls.since', { time: since })}</strong>
        <span dir="auto">
          {call.participants.length === 0
            ? text('calls.nobody')
            : names(call.participants.map(({ user_id }) => user_id))}
        </span>
      </p>
      {isMember && (
        <Button
          kind="primary"
          size="small"
          busy={isBusy}
          denied={isIn ? text('calls.youAreIn') : undefined}
          onClick={() => void join()}
        >
          {text('calls.join')}
        </Button>
      )}
    </section>
  )
}

/** The server wrote the card. Imported ones may be of another version. */
function cardOf({ submessages }: FetchedMessage): Card {
  const stored = parseJson(submessages.findLast((one) => one.msg_type === 'call')?.content ?? '')
  return typeof stored === 'object' && stored !== null && 'call_id' in stored
    ? (stored as Card)
    : { call_id: 0 }
}

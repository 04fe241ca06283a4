import { useState } from 'react'
import { parseTimeZone } from '../lib/parse.ts'
import { timeOfDay } from '../lib/times.ts'
import { usePerson } from '../people/people.ts'
import { myId } from '../session/session.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import type { Recipient } from './recipient.ts'
import { isNight, nextMorning } from './schedule-times.ts'
import { scheduleSend } from './send.ts'
import type { Warning } from './warning.ts'

const storageKey = 'compose.noNight'

/** Warns when it is night for the only recipient, and offers to send in the morning. */
export function useNightWarning(to: Recipient, text: string): Warning[] {
  const say = useText()
  const locale = useLocale()
  const [isOff, setOff] = useState(() => localStorage.getItem(storageKey) !== null)
  const recipientId = to.kind === 'dm' && to.userIds.length === 1 ? (to.userIds[0] ?? 0) : 0
  const person = usePerson(recipientId)
  const zone = parseTimeZone(person?.timezone ?? '')
  if (isOff || recipientId === myId() || person?.is_bot !== false || zone === undefined || text.trim() === '')
    return []
  const now = Date.now()
  if (!isNight(now, zone)) return []
  const dismiss = () => {
    localStorage.setItem(storageKey, '1')
    setOff(true)
  }
  return [
    {
      key: 'night',
      kind: 'info',
      text: say('compose.warn.night', {
        name: person.full_name,
        time: timeOfDay(now / 1_000, locale, { zone }),
      }),
      actions: [
        {
          label: say('compose.atNine'),
          run: () => void scheduleSend(Math.floor(nextMorning(now, zone) / 1_000)),
        },
        { label: say('compose.notAgain'), run: dismiss },
      ],
    },
  ]
}

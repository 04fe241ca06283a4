import { type KeyboardEvent, useState } from 'react'
import { ownStorage } from '../device/shared-computer.ts'
import { isTouch } from '../lib/touch.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { setEnterSends } from './enter-sends.ts'
import type { Warning } from './warning.ts'

const place = 'compose.enterAsked'

/** Asks once, at the first Enter in the text, whether Enter should send. */
export function useEnterQuestion(): { question: Warning[]; noteKey: (event: KeyboardEvent) => void } {
  const text = useText()
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  const [isAsking, setAsking] = useState(false)
  const noteKey = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event
    const isPlain = key === 'Enter' && !shiftKey && !ctrlKey && !altKey && !metaKey
    if (!isPlain || event.defaultPrevented || !(target as Element).matches('textarea')) return
    if (!enterSends && !isTouch() && ownStorage().getItem(place) === null) setAsking(true)
  }
  const answer = (sends: boolean) => {
    ownStorage().setItem(place, '1')
    setAsking(false)
    if (sends) setEnterSends(true)
  }
  if (!isAsking || enterSends) return { question: [], noteKey }
  const question: Warning = {
    key: 'enter',
    kind: 'info',
    text: text('compose.enterQuestion'),
    actions: [
      { label: text('compose.enterSends'), run: () => answer(true) },
      { label: text('compose.enterBreaks'), run: () => answer(false) },
    ],
  }
  return { question: [question], noteKey }
}

import { type KeyboardEvent, useState } from 'react'
import { ownStorage } from '../device/shared-computer.ts'
import { isTouch } from '../lib/touch.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { setEnterSends } from './enter-sends.ts'
import type { Warning } from './warning.ts'

const storageKey = 'compose.enterAsked'

/** Asks once, on the first Enter in the text, whether Enter should send. */
export function useEnterQuestion(): { question: Warning[]; handleKey: (event: KeyboardEvent) => void } {
  const text = useText()
  const enterSends = useOrg((org) => org.user_settings?.enter_sends === true)
  const [isAsking, setAsking] = useState(false)
  const handleKey = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event
    const isPlain = key === 'Enter' && !shiftKey && !ctrlKey && !altKey && !metaKey
    if (!isPlain || event.defaultPrevented || !(target as Element).matches('textarea')) return
    if (!enterSends && !isTouch() && ownStorage().getItem(storageKey) === null) setAsking(true)
  }
  const answer = (sends: boolean) => {
    ownStorage().setItem(storageKey, '1')
    setAsking(false)
    if (sends) setEnterSends(true)
  }
  if (!isAsking || enterSends) return { question: [], handleKey }
  const question: Warning = {
    key: 'enter',
    kind: 'info',
    text: text('compose.enterQuestion'),
    actions: [
      { label: text('compose.enterSends'), run: () => answer(true) },
      { label: text('compose.enterBreaks'), run: () => answer(false) },
    ],
  }
  return { question: [question], handleKey }
}

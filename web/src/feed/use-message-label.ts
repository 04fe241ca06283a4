import type { FetchedMessage } from '@loquat/contract'
import { useTimeStyle } from '../lib/clock.ts'
import { dayLabel, timeOfDay } from '../lib/times.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { plainText } from './plain-text.ts'

const maxSpokenCharacters = 120

/** Accessible label of a message: separators, sender, time, text and reactions. */
export function useMessageLabel(
  message: FetchedMessage | undefined,
  senderName: string | undefined,
  intro: string,
): string {
  const text = useText()
  const locale = useLocale()
  const style = useTimeStyle()
  if (message === undefined) return ''
  const { flags, timestamp, reactions } = message
  const before = intro
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => (part === 'unread' ? text('message.newHere') : dayLabel(part, locale)))
  const edited = message.last_edit_timestamp !== undefined
  const head = [
    senderName ?? message.sender_full_name,
    timeOfDay(timestamp, locale, style),
    ...(edited
      ? [text('message.edited')]
      : message.last_moved_timestamp !== undefined
        ? [text('message.moved')]
        : []),
  ]
  return [
    ...before,
    head.join(', '),
    plainText(message.content, maxSpokenCharacters),
    ...(reactions.length > 0 ? [text('message.reactionCount', { count: reactions.length })] : []),
    ...(flags.includes('starred') ? [text('message.starred')] : []),
    ...(flags.includes('read') ? [] : [text('message.unread')]),
  ]
    .filter((part) => part !== '')
    .join('. ')
}

import { apiError, maxMessageLength } from '@loquat/contract'
import { fromWire, truncateTopic } from '../../../directory/topics.ts'
import { badCharacterAt, firstCharacters, isLongerThan, trim, trimEnd } from '../../../text.ts'

const truncationNotice = '\n[message truncated]'

/** Validates message content and returns it as stored. Keeps leading spaces, for indented code blocks. */
export function checkedContent(content: string): string {
  const text = trimEnd(content).replace(/^\n+/, '')
  if (text === '') throw apiError('message-content-empty')
  if (!isLongerThan(text, maxMessageLength)) return text
  return firstCharacters(text, maxMessageLength - truncationNotice.length) + truncationNotice
}

/**
 * Validates a topic and returns it as stored. The display name of the empty topic and the legacy "(no topic)"
 * become empty.
 */
export function checkedTopic(topic: string): string {
  const name = fromWire(trim(topic))
  if (name === '' || name === '(no topic)') return ''
  const bad = badCharacterAt(name)
  if (bad !== undefined) throw apiError('topic-name-invalid', { position: bad })
  return truncateTopic(name)
}

export const isMeMessage = (content: string) => content.startsWith('/me ')

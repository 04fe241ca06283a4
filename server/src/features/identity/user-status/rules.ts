import { apiError, maxStatusTextLength, type ReactionType, reactionTypes } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { assertUsable, resolveEmoji } from '../../../markdown/emoji/lookup.ts'
import { isLongerThan, trim } from '../../../text.ts'
import type { StatusChange } from './store.ts'

export interface StatusRequest {
  status_text: string | undefined
  away: boolean | undefined
  emoji_name: string | undefined
  emoji_code: string | undefined
  reaction_type: string | undefined
}

export function checkedStatus(directory: Directory, request: StatusRequest): StatusChange {
  const { status_text, away, emoji_name } = request
  if (status_text === undefined && away === undefined && emoji_name === undefined) {
    throw apiError('status-change-empty')
  }
  const text = status_text === undefined ? undefined : trim(status_text)
  if (text !== undefined && isLongerThan(text, maxStatusTextLength)) {
    throw apiError('status-text-too-long', { max: maxStatusTextLength })
  }
  return { text, emoji: checkedEmoji(directory, request) }
}

function checkedEmoji(directory: Directory, request: StatusRequest): StatusChange['emoji'] {
  const { emoji_name: name, emoji_code: code, reaction_type: type } = request
  if (name === undefined) {
    if (code === undefined && type === undefined) return undefined
    throw apiError('status-emoji-name-missing')
  }
  // Clearing the emoji ignores the code and type.
  if (name === '') return { name, emoji: { code: '', type: 'unicode_emoji' } }
  if (type !== undefined && !(reactionTypes as readonly string[]).includes(type)) {
    throw apiError('status-emoji-type-not-found')
  }
  const emoji = resolveEmoji(directory, { name, code, type: type as ReactionType | undefined })
  assertUsable(directory, emoji, name)
  return { name, emoji }
}

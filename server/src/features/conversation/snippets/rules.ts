import { maxMessageLength, maxSnippetTitleLength, refuse } from '@loquat/contract'
import { isLongerThan, trim } from '../../../text.ts'

export const checkedTitle = (title: string) => checkedText('title', title, maxSnippetTitleLength)
export const checkedContent = (content: string) => checkedText('content', content, maxMessageLength)

/** Refuses long texts instead of truncating them, which would change what was saved. */
function checkedText(name: string, text: string, limit: number): string {
  const trimmed = trim(text)
  if (trimmed === '') throw refuse('BadRequest', `${name} cannot be empty.`)
  if (isLongerThan(trimmed, limit)) throw refuse('BadRequest', `${name} has at most ${limit} characters.`)
  return trimmed
}

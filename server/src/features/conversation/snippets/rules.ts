import { apiError, maxMessageLength, maxSnippetTitleLength } from '@loquat/contract'
import { isLongerThan, trim } from '../../../text.ts'

export const checkedTitle = (title: string) => checkedText('title', title, maxSnippetTitleLength)
export const checkedContent = (content: string) => checkedText('content', content, maxMessageLength)

/** Refuses long texts instead of truncating them, which would change the user's text. */
function checkedText(property: 'title' | 'content', text: string, max: number): string {
  const trimmed = trim(text)
  if (trimmed === '') throw apiError(`snippet-${property}-empty`)
  if (isLongerThan(trimmed, max)) throw apiError(`snippet-${property}-too-long`, { max })
  return trimmed
}

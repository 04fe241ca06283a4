import { apiError, maxAlertWordLength } from '@loquat/contract'
import { caseless } from '../../../directory/directory.ts'
import { isLongerThan, trim } from '../../../text.ts'

/** The words to add, trimmed, by their folded form. The last of several spellings wins. */
export function checkedWords(sent: readonly string[]): Map<string, string> {
  const words = new Map<string, string>()
  for (const [index, text] of sent.entries()) {
    if (isLongerThan(text, maxAlertWordLength)) {
      throw apiError('alert-word-too-long', { index, max: maxAlertWordLength })
    }
    const word = trim(text)
    if (word !== '') words.set(caseless(word), word)
  }
  return words
}

import { ApiError } from '@loquat/client'
import { errorSentence } from '../texts/reasons.ts'

/** What went wrong, as a sentence for the reader. */
export function described(error: unknown): { text: string; code: string } {
  if (error instanceof ApiError) return { text: errorSentence(error), code: error.code }
  return { text: '', code: 'NETWORK' }
}

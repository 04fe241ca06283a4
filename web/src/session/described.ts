import { ApiError } from '@loquat/client'

/** In the words of the server, which are written for people. */
export function described(error: unknown): { text: string; code: string } {
  if (error instanceof ApiError) return { text: error.message, code: error.code }
  return { text: '', code: 'NETWORK' }
}

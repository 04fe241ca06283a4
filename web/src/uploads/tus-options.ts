import { isRecord, textIn } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { csrfToken } from '../session/api.ts'

/** Options of all resumable uploads. */
export function tusOptions() {
  const token = csrfToken()
  const headers: Record<string, string> = token === undefined ? {} : { 'x-csrf-token': token }
  return {
    retryDelays: [0, 1_000, 3_000, 8_000, 15_000],
    headers,
    // The app stores the URLs of unfinished uploads itself.
    storeFingerprintForResuming: false,
  }
}

/** The error text of the server; empty if it was not reached. */
export function tusProblem(error: unknown): string {
  const body = (error as { originalResponse?: { getBody(): string } | null }).originalResponse?.getBody()
  return replyField(body, 'msg')
}

/** A text field of a JSON response; empty if there is none. */
export function replyField(body: string | undefined, name: string): string {
  const value = parseJson(body)
  return isRecord(value) ? textIn(value, name) : ''
}

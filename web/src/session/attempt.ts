import { ApiError } from '@loquat/client'
import { detectSessionEnd } from './session.ts'

/** Why something did not work. `code` is `NETWORK` when the server was not reached; then there is no text. */
export interface Problem {
  text: string
  code: string
  body: Readonly<Record<string, unknown>>
}

export type Outcome<T> = { reply: T; problem?: undefined } | { problem: Problem; reply?: undefined }

/** Makes a call whose refusal is shown beside the field that caused it, rather than thrown. */
export async function attemptFor<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { reply: await call() }
  } catch (error) {
    detectSessionEnd(error)
    return { problem: problemOf(error) }
  }
}

/** The same, where only the refusal matters. */
export const attempt = async (call: () => Promise<unknown>): Promise<Problem | undefined> =>
  (await attemptFor(call)).problem

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return { text: error.message, code: error.code, body: error.body }
  return { text: '', code: 'NETWORK', body: {} }
}

import { ApiError } from '@loquat/client'
import { errorSentence } from '../texts/reasons.ts'
import { detectSessionEnd } from './session.ts'

/** Why a call failed. `code` is `NETWORK` if the server was not reached; `text` is empty then. */
export interface Problem {
  text: string
  code: string
  body: Readonly<Record<string, unknown>>
}

export type CallOutcome<T> = { reply: T; problem?: undefined } | { problem: Problem; reply?: undefined }

/** Makes a call and returns its failure instead of throwing, to be shown beside a field. */
export async function attemptFor<T>(call: () => Promise<T>): Promise<CallOutcome<T>> {
  try {
    return { reply: await call() }
  } catch (error) {
    detectSessionEnd(error)
    return { problem: problemOf(error) }
  }
}

/** Like `attemptFor`, for callers that need only the failure. */
export const attempt = async (call: () => Promise<unknown>): Promise<Problem | undefined> =>
  (await attemptFor(call)).problem

export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return { text: errorSentence(error), code: error.code, body: error.body }
  return { text: '', code: 'NETWORK', body: {} }
}

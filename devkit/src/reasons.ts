import { errorTable, messageOf, type Reason, type ReasonParams, reasonRow } from '@loquat/contract'
import { expect } from 'vitest'

/**
 * The properties of an `ApiError` with this reason: `rejects.toMatchObject(withReason('channel-not-found'))`. Parameters
 * are compared if given.
 */
export function withReason(reason: Reason, reasonParams?: ReasonParams) {
  const { status, code } = errorTable[reasonRow(reason).kind]
  return { status, code, reason, ...(reasonParams === undefined ? {} : { reasonParams }) }
}

/** The whole body of an error reply with this reason, without the extra fields of its code. */
export function bodyWithReason(reason: Reason, params?: ReasonParams) {
  const { kind, text } = reasonRow(reason)
  const { code } = errorTable[kind]
  const hasParams = text.includes('{')
  const isKnown = params !== undefined || !hasParams
  const msg: unknown = isKnown ? messageOf(reason, params ?? {}) : expect.any(String)
  return {
    result: 'error',
    msg,
    code,
    reason,
    ...(hasParams ? { reason_params: params ?? (expect.any(Object) as unknown) } : {}),
  }
}

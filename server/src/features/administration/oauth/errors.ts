import { apiError, WireError } from '@loquat/contract'
import { retryAfter, toWireError } from '../../../http/reply/errors.ts'
import type { Realm } from '../../../realms/realm.ts'

/** The error codes of RFC 6749, 7009, 7591 and 8707 that this server uses. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'unsupported_token_type'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'temporarily_unavailable'
  | 'server_error'

/** An error in the form of the OAuth standards. Descriptions are English, because they are for programmers. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly status: number
  readonly headers: readonly string[]

  constructor(code: OAuthErrorCode, description: string, status = 400, headers: readonly string[] = []) {
    super(description)
    this.code = code
    this.status = status
    this.headers = headers
  }
}

/** Errors of shared code, such as a body that is too large, in the form of the standards. */
export function toOAuthError(thrown: unknown): OAuthError {
  if (thrown instanceof OAuthError) return thrown
  const error = thrown instanceof WireError ? thrown : toWireError(thrown)
  const wait = retryAfter(error)
  const headers = wait === undefined ? [] : ['retry-after', String(wait)]
  if (error.status >= 500) return new OAuthError('server_error', error.message, error.status, headers)
  const code = error.status === 429 ? 'temporarily_unavailable' : 'invalid_request'
  return new OAuthError(code, error.message, error.status, headers)
}

/** Throws the error unless the directory allows it, after it was brought up to date. */
export async function assertFresh(realm: Realm, isAllowed: () => boolean, error: OAuthError): Promise<void> {
  try {
    await realm.decideFresh(() => {
      if (!isAllowed()) throw apiError('app-authorize-denied')
    })
  } catch (thrown) {
    throw thrown instanceof WireError ? error : thrown
  }
}

import type { Reason, WireError } from '@loquat/contract'
import { toWireError } from '../../../http/reply/errors.ts'

/** The detail codes of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

/** An error of a SCIM request. */
export class ScimError extends Error {
  override readonly name = 'ScimError'
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export const invalid = (scimType: ScimType, detail: string) => new ScimError(400, detail, scimType)
export const notFound = (detail: string) => new ScimError(404, detail)

const conflicts: ReadonlySet<Reason> = new Set<Reason>([
  'email-address-taken',
  'user-name-taken',
  'user-group-name-taken',
])
/** Rules of the app that no value of the request can satisfy. */
const forbidden: ReadonlySet<Reason> = new Set<Reason>([
  'account-is-only-owner',
  'account-deactivation-denied',
  'account-deactivation-of-owner-denied',
  'email-address-change-denied',
  'user-group-change-denied',
  'user-group-creation-denied',
  'user-group-in-use',
])

/** Errors of the app, as SCIM has them. */
export function toScimError(thrown: unknown): ScimError | WireError {
  if (thrown instanceof ScimError) return thrown
  const error = toWireError(thrown)
  if (conflicts.has(error.reason)) return new ScimError(409, error.message, 'uniqueness')
  if (forbidden.has(error.reason)) return new ScimError(403, error.message)
  return error.status === 400 ? new ScimError(400, error.message, 'invalidValue') : error
}

export const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error'

export function errorBody(status: number, detail: string, scimType: ScimType | undefined): object {
  return { schemas: [errorSchema], status: String(status), ...(scimType && { scimType }), detail }
}

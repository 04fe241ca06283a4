import { apiError, WireError } from '@loquat/contract'
import { DatabaseTimeout } from '../../db/errors.ts'
import { Overloaded } from '../../platform/overloaded.ts'

/** Connection errors of PostgreSQL: it is unreachable, starting, stopping or has no free connections. */
const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
])
const connectionLost = /Connection terminated|timeout exceeded when trying to connect|Client has encountered/

const statementTimeout = '57014'
/** Statements that waited too long for a lock, or that PostgreSQL had no memory for. */
const overloadCodes = new Set(['55P03', '53200', '53400', '25P03', '25P04'])
/** The primary became a standby, or the database was set to read-only. */
const readOnlyCodes = new Set(['25006'])
const diskFullCodes = new Set(['53100', 'ENOSPC', 'EDQUOT'])

interface ThrownError {
  code?: string
  statusCode?: number
  message?: string
}

/** Converts any thrown error to a wire error. Unexpected errors become a generic 500 with no detail. */
export function toWireError(error: unknown): WireError {
  if (error instanceof WireError) return error
  return overloadError(error) ?? requestError(error) ?? apiError('server-failed')
}

/** Temporary errors: the request is valid and may succeed later. */
function overloadError(error: unknown): WireError | undefined {
  const { code = '', message = '' } = (error ?? {}) as ThrownError
  if (connectionCodes.has(code) || connectionLost.test(message)) {
    return apiError('database-unreachable')
  }
  const isBusy = error instanceof DatabaseTimeout || error instanceof Overloaded || overloadCodes.has(code)
  if (code === statementTimeout) return apiError('database-timeout')
  if (isBusy) return apiError('server-busy')
  if (readOnlyCodes.has(code)) return apiError('database-read-only')
  if (diskFullCodes.has(code)) return apiError('disk-full')
  return undefined
}

/** Errors of the framework while reading the request. */
function requestError(error: unknown): WireError | undefined {
  const { code = '', statusCode = 500 } = (error ?? {}) as ThrownError
  if (code.startsWith('FST_') && statusCode >= 400 && statusCode < 500) {
    return apiError('request-malformed')
  }
  return undefined
}

/** Seconds to wait before a retry, if the error has them. */
export function retryAfter(error: WireError): number | undefined {
  if (error.kind === 'RateLimitHit')
    return Math.ceil((error as WireError<'RateLimitHit'>).extra['retry-after'])
  if (error.kind === 'StorageFull') return 60
  return error.kind === 'Unavailable' ? 1 : undefined
}

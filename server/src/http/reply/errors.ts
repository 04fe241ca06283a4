import { refuse, WireError } from '@loquat/contract'
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
  return (
    overloadError(error) ??
    requestError(error) ??
    refuse('InternalError', 'Something went wrong on the server.')
  )
}

/** Temporary errors: the request is valid and may succeed later. */
function overloadError(error: unknown): WireError | undefined {
  const { code = '', message = '' } = (error ?? {}) as ThrownError
  if (connectionCodes.has(code) || connectionLost.test(message)) {
    return refuse('Unavailable', 'The database cannot be reached right now. Try again in a moment.')
  }
  const isBusy = error instanceof DatabaseTimeout || error instanceof Overloaded || overloadCodes.has(code)
  if (code === statementTimeout) {
    return refuse(
      'Unavailable',
      'This took too long and was stopped. Ask for less, or try again in a moment.',
    )
  }
  if (isBusy) return refuse('Unavailable', 'The server is too busy right now. Try again in a moment.')
  if (readOnlyCodes.has(code)) {
    return refuse('Unavailable', 'The database is read-only right now. Try again in a moment.')
  }
  if (diskFullCodes.has(code)) return refuse('StorageFull', "The server's disk is full.")
  return undefined
}

/** Errors of the framework while reading the request. */
function requestError(error: unknown): WireError | undefined {
  const { code = '', statusCode = 500 } = (error ?? {}) as ThrownError
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return refuse('BadRequest', 'The body does not have the announced length.')
  }
  if (code.startsWith('FST_') && statusCode >= 400 && statusCode < 500) {
    return refuse('BadRequest', 'The request is malformed.')
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

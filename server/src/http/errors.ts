import { refuse, WireError } from '@loquat/contract'

/** Errors of the connection to PostgreSQL, not of a statement: it is away, starting or stopping. */
const databaseAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08003',
  '08006',
  '53300',
])
const connectionLost = /Connection terminated|timeout exceeded when trying to connect|Client has encountered/

/** Turns whatever was thrown into what the wire can say. What we did not foresee is ours, and says nothing. */
export function toWireError(error: unknown): WireError {
  if (error instanceof WireError) return error
  const {
    code = '',
    statusCode = 500,
    message = '',
  } = (error ?? {}) as {
    code?: string
    statusCode?: number
    message?: string
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return refuse('PayloadTooLarge', 'The request body is too large.')
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return refuse('BadRequest', 'The body does not have the announced length.')
  }
  if (databaseAway.has(code) || connectionLost.test(message)) {
    return refuse('Unavailable', 'The database cannot be reached right now. Try again in a moment.')
  }
  if (code.startsWith('FST_') && statusCode >= 400 && statusCode < 500) {
    return refuse('BadRequest', 'The request is malformed.')
  }
  return refuse('InternalError', 'Something went wrong on the server.')
}

/** Seconds a client should wait before it tries again, where the error says so. */
export function retryAfter(error: WireError): number | undefined {
  if (error.kind === 'RateLimitHit')
    return Math.ceil((error as WireError<'RateLimitHit'>).extra['retry-after'])
  return error.kind === 'Unavailable' ? 1 : undefined
}

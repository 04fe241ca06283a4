import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/**
 * Logs carry identifiers and routes, never keys, passwords, message text or query strings: callers pass named
 * fields only, and what could still slip in through an error object is removed here.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: {
      paths: [
        '*.authorization',
        '*.password',
        '*.api_key',
        '*.content',
        'err.parameters',
        'err.detail',
        'err.where',
        // The whole connection that it happened on, the key to cancel its statements included.
        'err.client',
      ],
      remove: true,
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

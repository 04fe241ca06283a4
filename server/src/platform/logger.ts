import { type DestinationStream, type Logger, pino } from 'pino'
import { prettyLine } from './pretty-log.ts'

export type { Logger }

/** People read the log in a terminal; everything else gets JSON. */
const logTo = (stream: NodeJS.WriteStream): DestinationStream =>
  stream.isTTY
    ? { write: (line) => void stream.write(`${prettyLine(line.trimEnd(), true)}\n`) }
    : { write: (line) => void stream.write(line) }

/**
 * Logs contain identifiers and routes, never keys, passwords, message text or query strings: callers pass named
 * fields only, and this removes further fields of error objects.
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
        // The whole connection, including the key that cancels its statements.
        'err.client',
      ],
      remove: true,
    },
  }
  if (destination !== undefined) return pino(options, destination)
  return process.stdout.isTTY ? pino(options, logTo(process.stdout)) : pino(options)
}

/** For commands, whose standard output is their result. */
export const createCommandLogger = (): Logger => createLogger('warn', logTo(process.stderr))

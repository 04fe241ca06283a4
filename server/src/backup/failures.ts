import { BackupError } from './format.ts'

/** Errors that the operator can fix, as sentences. */
export function backupFailure(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return new BackupError('Interrupted. Nothing was written.')
  const { code = '', message = '', path = '' } = (error ?? {}) as NodeJS.ErrnoException
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new BackupError('The disk is full. Nothing was written.')
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'ENOENT':
    case 'ENOTDIR':
      return path === '' ? error : new BackupError(`${path} cannot be written or read: ${message}.`)
    // PostgreSQL.
    case '53100':
      return new BackupError('The disk of the database is full.')
    case '57P01':
    case '57P02':
    case 'ECONNRESET':
    case 'EPIPE':
      return new BackupError(`The connection broke: ${message}.`)
    default:
      return error
  }
}

/** A start failure that the operator can fix. Only its message is printed. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** The exit status of a process that cannot start even if restarted (`EX_CONFIG` of sysexits.h). */
export const startErrorStatus = 78

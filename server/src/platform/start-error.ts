/** A reason not to start that the operator can do something about. Its message is all that is printed. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

/** The exit status of a process that cannot start whatever its supervisor does (`EX_CONFIG` of sysexits.h). */
export const startErrorStatus = 78

/** A start failure that the operator can fix. Only its message is printed. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}

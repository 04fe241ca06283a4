/** A value whose JSON text exists already, as bytes that may be sent to many. */
export class JsonBytes {
  readonly parts: readonly Buffer[]
  constructor(bytes: readonly Buffer[] | string) {
    this.parts = typeof bytes === 'string' ? [Buffer.from(bytes)] : bytes
  }
}

/** A value whose JSON text exists already, as bytes that may be sent to many. */
export class JsonBytes {
  readonly bytes: Buffer
  constructor(bytes: Buffer | string) {
    this.bytes = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  }
}

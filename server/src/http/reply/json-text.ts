/** A value already serialized as JSON, in bytes that several responses can share. */
export class JsonBytes {
  readonly parts: readonly Buffer[]
  constructor(bytes: readonly Buffer[] | string) {
    this.parts = typeof bytes === 'string' ? [Buffer.from(bytes)] : bytes
  }
}

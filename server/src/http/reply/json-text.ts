/** A value already serialized as JSON, in bytes that several responses can share. */
export class JsonBytes {
  readonly parts: readonly Buffer[]
  constructor(bytes: readonly Buffer[] | string) {
    this.parts = typeof bytes === 'string' ? [Buffer.from(bytes)] : bytes
  }
}

/** Fields that several responses share. They are serialized for the first one. */
export class SharedFields {
  readonly fields: object
  #bytes: Buffer | undefined

  constructor(fields: object) {
    this.fields = fields
  }

  /** The fields as JSON, without braces. */
  bytes(serialize: (fields: object) => string): Buffer {
    this.#bytes ??= Buffer.from(serialize(this.fields).slice(1, -1))
    return this.#bytes
  }
}

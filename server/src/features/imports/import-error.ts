/** Ends an import. The message is one sentence that names the entry and position, for the person who imports. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
  /** The option of the command that solves the problem: `--team NAME`. */
  readonly option: string | undefined

  constructor(message: string, option?: string) {
    super(message)
    this.option = option
  }
}

/** The bytes of a file cannot be had: it is skipped, and the import goes on. */
export class MissingBytesError extends Error {
  override readonly name = 'MissingBytesError'
}

/** Ends an import. The message is one sentence that names the entry and position, for the person who runs the command. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** The bytes of a file cannot be had: it is skipped, and the import goes on. */
export class MissingBytesError extends Error {
  override readonly name = 'MissingBytesError'
}

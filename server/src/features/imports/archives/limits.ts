import { ImportError } from '../import-error.ts'

export const maxEntries = 5_000_000
export const maxValueBytes = 64 * 2 ** 20
export const maxDepth = 100
/** Archives may unpack to this many bytes, or to {@link maxRatio} times their size, whichever is more. */
const alwaysAllowedBytes = 2 ** 30
const maxRatio = 100

/** Refuses names that could leave a folder, on any system. */
export function assertSafeName(name: string): void {
  const isUnsafe = /\\|\u0000|^\/|^[A-Za-z]:/.test(name) || name.split('/').includes('..') || name === ''
  if (isUnsafe)
    throw new ImportError(
      `The archive has an entry with an unsafe name: ${JSON.stringify(name.slice(0, 200))}.`,
    )
}

/** Counts unpacked bytes of an archive and refuses bombs. */
export class UnpackedBytes {
  #total = 0
  readonly #limit: number

  constructor(archiveBytes: number) {
    this.#limit = Math.max(alwaysAllowedBytes, maxRatio * archiveBytes)
  }

  get total(): number {
    return this.#total
  }

  add(bytes: number): void {
    this.#total += bytes
    // Entries may be read twice.
    if (this.#total > 2 * this.#limit) this.#refuse()
  }

  /** Called with the sum of the declared sizes. */
  assertDeclared(bytes: number): void {
    if (bytes > this.#limit) this.#refuse()
  }

  #refuse(): never {
    throw new ImportError(`The archive unpacks to more than ${maxRatio} times its size.`)
  }
}

import { ImportError } from '../import-error.ts'

const maxEntries = 5_000_000
export const maxValueBytes = 64 * 2 ** 20
export const maxDepth = 100
/** An archive may unpack to this many bytes, or to `maxRatio` times its size, whichever is more. */
const alwaysAllowedBytes = 2 ** 30
const maxRatio = 100

/** Refuses names that could leave a folder, on any system. */
export function assertSafeName(name: string): void {
  const isUnsafe = /\\|\u0000|^\/|^[A-Za-z]:/.test(name) || name.split('/').includes('..') || name === ''
  if (isUnsafe) throw new ImportError('archive-name-unsafe', { name: JSON.stringify(name.slice(0, 200)) })
}

/** Refuses bombs. Called while the index is built; entries cannot become larger than the index says. */
export class UnpackedSize {
  #bytes = 0
  #entries = 0
  readonly #maxBytes: number

  constructor(archiveBytes: number) {
    this.#maxBytes = Math.max(alwaysAllowedBytes, maxRatio * archiveBytes)
  }

  addBytes(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#maxBytes) {
      throw new ImportError('archive-unpacks-too-large', { max: maxRatio })
    }
  }

  addEntry(): void {
    if (++this.#entries > maxEntries) {
      throw new ImportError('archive-entries-too-many', { max: maxEntries.toLocaleString('en') })
    }
  }
}

import type { Clock } from '../../../platform/clock.ts'

export interface ExternalImage {
  type: string
  bytes: Buffer
}

interface Entry {
  /** Undefined if there is no image at the URL. */
  image: ExternalImage | undefined
  size: number
  expiresAt: number
}

/** Bytes of an entry besides its image: its key and the objects around it. */
const entryBytes = 1_024

/** Images and failures by key, for a time and up to a total size. Drops the least recently used ones. */
export class ImageCache {
  readonly #clock: Clock
  readonly #maxBytes: number
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(clock: Clock, maxBytes: number) {
    this.#clock = clock
    this.#maxBytes = maxBytes
  }

  get(key: string): Pick<Entry, 'image'> | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#remove(key, entry)
    if (entry.expiresAt <= this.#clock.now()) return undefined
    this.#add(key, entry)
    return entry
  }

  set(key: string, image: ExternalImage | undefined, keepMs: number): void {
    const size = entryBytes + 2 * key.length + (image?.bytes.length ?? 0)
    const known = this.#entries.get(key)
    if (known !== undefined) this.#remove(key, known)
    if (size > this.#maxBytes) return
    this.#add(key, { image, size, expiresAt: this.#clock.now() + keepMs })
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.#remove(oldest, entry)
    }
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    this.#bytes += entry.size
  }

  #remove(key: string, { size }: Entry): void {
    this.#entries.delete(key)
    this.#bytes -= size
  }
}

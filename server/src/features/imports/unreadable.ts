import { ImportError } from './import-error.ts'

/** A few unreadable messages are skipped; many mean that the archive is damaged. */
export class UnreadableMessages {
  #total = 0
  #unreadable = 0

  count(isReadable: boolean): void {
    this.#total++
    if (!isReadable) this.#unreadable++
  }

  /** Called after the last message. */
  assertFew(): void {
    if (this.#unreadable > 10 && this.#unreadable > this.#total / 20)
      throw new ImportError(`${this.#unreadable} of ${this.#total} messages of the archive cannot be read.`)
  }
}

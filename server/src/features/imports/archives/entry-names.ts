import { ImportError } from '../import-error.ts'
import { assertSafeName } from './limits.ts'

/** Entries by name, as numbers from 0 in the order of the archive. */
export class EntryNames {
  readonly #numbers = new Map<string, number>()
  /** Undefined until an entry is added; empty if there is no common folder. */
  #topFolder: string | undefined

  /** Refuses unsafe and repeated names. */
  add(name: string): void {
    assertSafeName(name)
    if (this.#numbers.has(name)) throw new ImportError('archive-entry-twice', { entry: name })
    this.#numbers.set(name, this.#numbers.size)
    if (isClutter(name)) return
    const top = name.slice(0, name.indexOf('/') + 1)
    this.#topFolder = this.#topFolder === undefined || this.#topFolder === top ? top : ''
  }

  /** Names without the top folder that all entries share. */
  *names(): Iterable<string> {
    const { length } = this.#prefix
    for (const name of this.#numbers.keys()) if (!isClutter(name)) yield name.slice(length)
  }

  /** The number of an entry by its name without the top folder. */
  find(name: string): number | undefined {
    return this.#numbers.get(this.#prefix + name)
  }

  /** The name with the top folder. */
  fullName(name: string): string {
    return this.#prefix + name
  }

  /** A full name without the top folder; undefined for entries that do not belong to the archive. */
  shorten(fullName: string): string | undefined {
    return isClutter(fullName) ? undefined : fullName.slice(this.#prefix.length)
  }

  get #prefix(): string {
    return this.#topFolder ?? ''
  }
}

/** Files that file managers add. */
const isClutter = (name: string) => name.startsWith('__MACOSX/') || /(?:^|\/)\.DS_Store$/.test(name)

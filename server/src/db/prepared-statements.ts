import { type RawBuilder, sql } from 'kysely'

/** Statements that begin with this comment are prepared. */
const marker = '/* prepared */ '

export const isPrepared = (text: string) => text.startsWith(marker)
export const withoutMarker = (text: string) => (isPrepared(text) ? text.slice(marker.length) : text)

/**
 * A statement that each connection parses once and plans only the first few times. For frequent statements whose text does not
 * depend on the request, and for which one plan suits all values; docs/decisions/0025 has the reasons.
 */
export const prepared = <T>(statement: RawBuilder<T>): RawBuilder<T> => sql<T>`${sql.raw(marker)}${statement}`

/** Names of the statements that one connection has prepared. Bounded, because each takes memory in PostgreSQL. */
export class PreparedStatements {
  readonly #max: number
  /** By text, least recently used first. */
  readonly #names = new Map<string, string>()
  #created = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Whether a statement can be prepared without removing another. */
  hasRoomFor(text: string): boolean {
    return this.#names.has(text) || this.#names.size < this.#max
  }

  nameOf(text: string): string {
    // A name is never used again, because a statement that failed may exist or not.
    const name = this.#names.get(text) ?? `loquat ${++this.#created}`
    this.#names.delete(text)
    this.#names.set(text, name)
    return name
  }

  /** Removes the least recently used statement, and returns its name. */
  removeOldest(): string | undefined {
    const [oldest] = this.#names
    if (oldest === undefined) return undefined
    this.#names.delete(oldest[0])
    return oldest[1]
  }

  remove(text: string): void {
    this.#names.delete(text)
  }
}

const featureNotSupported = '0A000'
const unknownStatement = '26000'

/** Whether a statement has to be prepared again: a migration changed the type of its result, or the connection lost it. */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === unknownStatement || (code === featureNotSupported && routine === 'RevalidateCachedQuery')
}

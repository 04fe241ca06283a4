import { hash } from 'node:crypto'
import { JsonBytes } from '../../../http/reply/json-text.ts'

/** A piece ends before an object whose ID is a multiple of this: a change of one object leaves the other pieces as they are. */
const idsPerPiece = 64
/** Base64 characters, which hold 72 bits. */
const hashLength = 12

/** Consecutive objects as JSON: as texts, or as buffers in which each is followed by a comma. */
class Piece {
  readonly items: readonly string[] | readonly Buffer[]
  #hash: string | undefined

  constructor(items: readonly string[] | readonly Buffer[]) {
    this.items = items
  }

  /** Each object followed by a comma. Texts are not kept twice: few pieces are sent. */
  get parts(): readonly Buffer[] {
    return isTexts(this.items) ? [Buffer.from(`${this.items.join(',')},`)] : this.items
  }

  get hash(): string {
    this.#hash ??= hash('sha256', Buffer.concat(this.parts), 'base64url').slice(0, hashLength)
    return this.#hash
  }

  withoutLastComma(): Buffer[] {
    const { parts } = this
    const last = parts.at(-1)
    return last === undefined ? [] : [...parts.slice(0, -1), last.subarray(0, -1)]
  }

  /** Whether it consists of the same texts. These are usually the same strings, so that comparing them is fast. */
  hasTexts(texts: readonly string[]): boolean {
    return this.items.length === texts.length && texts.every((text, n) => text === this.items[n])
  }
}

export type ListPieces = readonly Piece[]

const isTexts = (items: readonly string[] | readonly Buffer[]): items is readonly string[] =>
  typeof items[0] === 'string'

export const beginsPiece = (id: number) => id % idsPerPiece === 0

/** A large list as JSON, in pieces: clients that have some of them from an earlier start get only the others. */
export class JsonList {
  readonly pieces: ListPieces
  #whole: JsonBytes | undefined

  private constructor(pieces: ListPieces) {
    this.pieces = pieces
  }

  /** Each piece is given as buffers with consecutive objects, each followed by a comma. */
  static ofBuffers(pieces: readonly (readonly Buffer[])[]): JsonList {
    return new JsonList(pieces.filter((parts) => parts.length > 0).map((parts) => new Piece(parts)))
  }

  /** Unchanged pieces of an earlier list are used again, with their hashes. */
  static of(items: Iterable<{ id: number; text: string }>, earlier: ListPieces = []): JsonList {
    const pieces: string[][] = []
    for (const { id, text } of items) {
      if (pieces.length === 0 || beginsPiece(id)) pieces.push([text])
      else pieces.at(-1)!.push(text)
    }
    const known = new Map(earlier.map((piece) => [piece.items[0], piece]))
    return new JsonList(
      pieces.map((texts) => {
        const before = known.get(texts[0])
        return before?.hasTexts(texts) ? before : new Piece(texts)
      }),
    )
  }

  /** In as few buffers as possible: each is a write to the socket. */
  whole(): JsonBytes {
    this.#whole ??= this.#join()
    return this.#whole
  }

  #join(): JsonBytes {
    const texts: string[] = []
    const buffers: Buffer[] = []
    for (const { items } of this.pieces) {
      if (isTexts(items)) texts.push(...items)
      else buffers.push(...items)
    }
    if (texts.length > 0) return new JsonBytes(`[${texts.join(',')}]`)
    return new JsonBytes([opening, ...new Piece(buffers).withoutLastComma(), closing])
  }

  /** All pieces with their hashes; with their objects only those that are not known. */
  changed(known: ReadonlySet<string>): Buffer[] {
    const parts = [opening]
    for (const [n, piece] of this.pieces.entries()) {
      const start = `${n === 0 ? '' : ','}{"hash":"${piece.hash}"`
      if (known.has(piece.hash)) parts.push(Buffer.from(`${start}}`))
      else parts.push(Buffer.from(`${start},"items":[`), ...piece.withoutLastComma(), ending)
    }
    parts.push(closing)
    return parts
  }
}

const [opening, closing, ending] = ['[', ']', ']}'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
]

type Unlisted<State> = { [K in keyof State]: Exclude<State[K], JsonList> | JsonBytes }

/** Replaces lists by whole ones, or for clients that have some pieces already by a field `pieces`. */
export function withoutLists<State extends object>(
  state: State,
  known: ReadonlySet<string> | undefined,
): Unlisted<State> & { pieces?: JsonBytes } {
  const fields: [string, unknown][] = []
  const pieces: Buffer[] = []
  for (const [name, value] of Object.entries(state)) {
    if (!(value instanceof JsonList)) fields.push([name, value])
    else if (known === undefined) fields.push([name, value.whole()])
    else pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}"${name}":`), ...value.changed(known))
  }
  if (pieces.length > 0) fields.push(['pieces', new JsonBytes([...pieces, Buffer.from('}')])])
  return Object.fromEntries(fields) as Unlisted<State> & { pieces?: JsonBytes }
}

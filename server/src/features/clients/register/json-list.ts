import { hash } from 'node:crypto'
import { JsonBytes } from '../../../http/reply/json-text.ts'

/** A piece ends before an object whose ID is a multiple of this: a change of one object leaves the other pieces as they are. */
const idsPerPiece = 64
/** Base64 characters, which hold 72 bits. */
const hashLength = 12

/** Consecutive objects as JSON, each followed by a comma. */
class Piece {
  readonly parts: readonly Buffer[]
  #hash: string | undefined

  constructor(parts: readonly Buffer[]) {
    this.parts = parts
  }

  get hash(): string {
    this.#hash ??= hash('sha256', Buffer.concat(this.parts), 'base64url').slice(0, hashLength)
    return this.#hash
  }

  withoutLastComma(): Buffer[] {
    const last = this.parts.at(-1)
    return last === undefined ? [] : [...this.parts.slice(0, -1), last.subarray(0, -1)]
  }
}

export const beginsPiece = (id: number) => id % idsPerPiece === 0

/** A large list as JSON, in pieces: clients that have some of them from an earlier start get only the others. */
export class JsonList {
  readonly #pieces: readonly Piece[]
  /** All pieces, in as few buffers as possible: each is a write to the socket. */
  readonly #all: Piece

  /** Each piece is given as buffers with consecutive objects, each followed by a comma. */
  constructor(pieces: readonly (readonly Buffer[])[], all: readonly Buffer[] = pieces.flat()) {
    this.#pieces = pieces.filter((parts) => parts.length > 0).map((parts) => new Piece(parts))
    this.#all = new Piece(all)
  }

  static of(items: Iterable<{ id: number; text: string }>): JsonList {
    const pieces: string[] = []
    for (const { id, text } of items) {
      const last = pieces.length - 1
      if (last < 0 || beginsPiece(id)) pieces.push(`${text},`)
      else pieces[last] += `${text},`
    }
    if (pieces.length === 0) return new JsonList([])
    const all = Buffer.from(pieces.join(''))
    let end = 0
    const slices = pieces.map((text) => {
      const start = end
      end += Buffer.byteLength(text)
      return [all.subarray(start, end)]
    })
    return new JsonList(slices, [all])
  }

  whole(): JsonBytes {
    return new JsonBytes([opening, ...this.#all.withoutLastComma(), closing])
  }

  /** All pieces with their hashes; with their objects only those that are not known. */
  pieces(known: ReadonlySet<string>): Buffer[] {
    const parts = [opening]
    for (const [n, piece] of this.#pieces.entries()) {
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
    else pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}"${name}":`), ...value.pieces(known))
  }
  if (pieces.length > 0) fields.push(['pieces', new JsonBytes([...pieces, Buffer.from('}')])])
  return Object.fromEntries(fields) as Unlisted<State> & { pieces?: JsonBytes }
}

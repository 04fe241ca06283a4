import { isUtf8 } from 'node:buffer'
import { ImportError } from '../import-error.ts'
import { maxDepth, maxValueBytes } from './limits.ts'

/** A value of a JSON file: an element of the top array, or of an array that is a member of the top object. */
export interface JsonRow<T = unknown> {
  /** Member of the top object that the value is, or is an element of; undefined if the top is an array. */
  key: string | undefined
  value: T
}

const space = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const byteOrderMark = Buffer.from('\ufeff')
const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

/** State of the scanner outside of values. */
type Place = 'top' | 'array' | 'object' | 'end'

/**
 * The values of a JSON file of any size, one at a time: the elements of a top array, or the members of a top object, of
 * which arrays are split into their elements. Members that `accepts` rejects are passed over. `name` is for errors.
 */
export async function* jsonRows<T = unknown>(
  content: AsyncIterable<Uint8Array>,
  name: string,
  accepts: (key: string) => boolean = () => true,
): AsyncGenerator<JsonRow<T>> {
  const scanner = new Scanner(name, accepts)
  for await (const chunk of content) yield* scanner.feed(chunk) as Generator<JsonRow<T>>
  scanner.end()
}

/** The elements of a file whose top is an array. */
export async function* jsonElements<T = unknown>(
  content: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<T> {
  for await (const { key, value } of jsonRows<T>(content, name)) {
    if (key !== undefined) throw new ImportError('archive-not-list', { entry: name })
    yield value
  }
}

class Scanner {
  readonly #name: string
  readonly #accepts: (key: string) => boolean
  /** Nesting of the current place: the top, and a member array of the top object. */
  #places: Place[] = ['top']
  #key: string | undefined
  #isAccepted = true
  /** Expected token outside of values. */
  #expects: 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing' = 'value'
  /** Bytes of the current value in earlier chunks. */
  #pieces: Uint8Array[] = []
  #pieceBytes = 0
  #inValue = false
  #isKey = false
  #depth = 0
  #inString = false
  #escaped = false
  #offset = 0

  constructor(name: string, accepts: (key: string) => boolean) {
    this.#name = name
    this.#accepts = accepts
  }

  *feed(chunk: Uint8Array): Generator<JsonRow> {
    let start = 0
    let at = 0
    const { length } = chunk
    while (at < length) {
      if (!this.#inValue) {
        const byte = chunk[at]!
        if (space(byte) || byte === byteOrderMark[this.#offset + at]) {
          at++
          continue
        }
        if (this.#structure(byte, at)) {
          at++
          continue
        }
        this.#inValue = true
        start = at
      }
      at = this.#scan(chunk, at)
      if (this.#inValue) break
      yield* this.#finish(chunk.subarray(start, at), at)
    }
    if (this.#inValue) {
      const rest = chunk.subarray(start)
      this.#pieces.push(rest)
      this.#pieceBytes += rest.length
      if (this.#pieceBytes > maxValueBytes) this.#tooLarge()
    }
    this.#offset += length
  }

  end(): void {
    if (this.#inValue || this.#expects !== 'nothing') {
      throw new ImportError('archive-ends-early', { entry: this.#name, byte: this.#offset })
    }
  }

  /** Handles a byte between values. False if a value or key begins here. */
  #structure(byte: number, at: number): boolean {
    const place = this.#places.at(-1)!
    switch (this.#expects) {
      case 'nothing':
        return this.#fail(at)
      case 'colon':
        if (byte !== colon) this.#fail(at)
        this.#expects = 'value'
        return true
      case 'comma or end':
        if (byte === comma) this.#expects = place === 'object' ? 'key' : 'value'
        else if (byte === (place === 'object' ? closeObject : closeArray)) this.#leave()
        else this.#fail(at)
        return true
      case 'key':
      case 'key or end':
        if (byte === closeObject && this.#expects === 'key or end') {
          this.#leave()
          return true
        }
        if (byte !== quote) this.#fail(at)
        this.#isKey = true
        return false
      case 'value or end':
        if (byte === closeArray) {
          this.#leave()
          return true
        }
        break
      case 'value':
        if (byte === openArray && (place === 'top' || (place === 'object' && this.#places.length === 2))) {
          this.#places.push('array')
          this.#expects = 'value or end'
          return true
        }
        if (byte === openObject && place === 'top') {
          this.#places.push('object')
          this.#expects = 'key or end'
          return true
        }
        if (place === 'top') this.#fail(at)
    }
    if (byte === comma || byte === colon || byte === closeArray || byte === closeObject) this.#fail(at)
    return false
  }

  #leave(): void {
    this.#places.pop()
    const place = this.#places.at(-1)!
    this.#expects = place === 'top' ? 'nothing' : 'comma or end'
  }

  /** Moves to the end of the current value. `#inValue` stays set if the chunk ends before. */
  #scan(chunk: Uint8Array, from: number): number {
    const { length } = chunk
    let depth = this.#depth
    let inString = this.#inString
    let escaped = this.#escaped
    let at = from
    for (; at < length; at++) {
      const byte = chunk[at]!
      if (inString) {
        if (escaped) escaped = false
        else if (byte === backslash) escaped = true
        else if (byte === quote) {
          inString = false
          if (depth === 0) {
            at++
            this.#inValue = false
            break
          }
        }
      } else if (byte === quote) {
        inString = true
      } else if (byte === openObject || byte === openArray) {
        if (++depth > maxDepth) throw new ImportError('archive-nested-too-deeply', { where: this.#name })
      } else if (byte === closeObject || byte === closeArray) {
        // The end of the surrounding list ends a number or literal.
        if (depth === 0) {
          this.#inValue = false
          break
        }
        if (--depth === 0) {
          at++
          this.#inValue = false
          break
        }
      } else if (depth === 0 && (byte === comma || space(byte))) {
        this.#inValue = false
        break
      }
    }
    this.#depth = depth
    this.#inString = inString
    this.#escaped = escaped
    return at
  }

  *#finish(last: Uint8Array, at: number): Generator<JsonRow> {
    const bytes = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last])
    this.#pieces = []
    this.#pieceBytes = 0
    if (bytes.length > maxValueBytes) this.#tooLarge()
    if (this.#isKey) {
      this.#isKey = false
      this.#key = this.#parse(bytes, at) as string
      this.#isAccepted = this.#accepts(this.#key)
      this.#expects = 'colon'
      return
    }
    this.#expects = 'comma or end'
    if (!this.#isAccepted) return
    yield { key: this.#places[1] === 'object' ? this.#key : undefined, value: this.#parse(bytes, at) }
  }

  #parse(bytes: Uint8Array, at: number): unknown {
    if (!isUtf8(bytes)) throw new ImportError('archive-not-utf8', { where: this.#name })
    try {
      return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
    } catch {
      return this.#fail(at)
    }
  }

  #fail(at: number): never {
    throw new ImportError('archive-json-problem', { entry: this.#name, byte: this.#offset + at })
  }

  #tooLarge(): never {
    throw new ImportError('archive-value-too-large', { entry: this.#name })
  }
}

/** A line of a JSON Lines file, with its number from 1. */
export interface JsonLine<T = unknown> {
  line: number
  value: T
}

/** The values of a JSON Lines file. Lines may be up to 64 MiB long; empty ones are skipped. */
export async function* jsonLines<T = unknown>(
  content: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<JsonLine<T>> {
  let line = 0
  for await (const bytes of linesOf(content, name)) {
    line++
    const text = line === 1 ? withoutMark(bytes) : bytes
    if (text.length > 0) yield { line, value: parseLine(text, `${name}, line ${line}`) as T }
  }
}

const withoutMark = (bytes: Uint8Array) =>
  byteOrderMark.equals(bytes.subarray(0, 3)) ? bytes.subarray(3) : bytes

function parseLine(bytes: Uint8Array, where: string): unknown {
  if (!isUtf8(bytes)) throw new ImportError('archive-not-utf8', { where })
  if (isTooDeep(bytes)) throw new ImportError('archive-nested-too-deeply', { where })
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    throw new ImportError('archive-json-invalid', { where })
  }
}

/** JSON.parse has no limit of its own, and recursive readers of the value would overflow. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (inString) {
      if (byte === backslash) at++
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === openArray || byte === openObject) {
      if (++depth > maxDepth) return true
    } else if (byte === closeArray || byte === closeObject) depth--
  }
  return false
}

async function* linesOf(content: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  let size = 0
  let count = 0
  for await (const chunk of content) {
    let start = 0
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, start)) {
      const last = chunk.subarray(start, end)
      yield withoutReturn(pieces.length === 0 ? last : Buffer.concat([...pieces, last]))
      count++
      pieces = []
      size = 0
      start = end + 1
    }
    const rest = chunk.subarray(start)
    pieces.push(rest)
    size += rest.length
    if (size > maxValueBytes)
      throw new ImportError('archive-line-too-large', { entry: name, line: count + 1 })
  }
  if (size > 0) yield withoutReturn(Buffer.concat(pieces))
}

const withoutReturn = (line: Uint8Array) => (line.at(-1) === 0x0d ? line.subarray(0, -1) : line)

/** A small JSON file as a whole. */
export async function jsonFile<T = unknown>(content: AsyncIterable<Uint8Array>, name: string): Promise<T> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxValueBytes) throw new ImportError('archive-data-too-large', { entry: name })
  }
  return parseLine(withoutMark(Buffer.concat(chunks)), name) as T
}

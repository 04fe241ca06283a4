import { maxDepth, maxValueBytes } from '../archives/limits.ts'
import { ImportError } from '../import-error.ts'
import type { Loose } from '../loose.ts'

/** The documents of a BSON file, one at a time: each begins with its length. `name` is for errors. */
export async function* bsonDocuments(
  content: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Loose> {
  let buffered = Buffer.alloc(0)
  let pieces: Uint8Array[] = []
  let size = 0
  let offset = 0
  /** Bytes needed for the next step. */
  let wanted = 4
  for await (const chunk of content) {
    pieces.push(chunk)
    size += chunk.length
    if (size < wanted) continue
    buffered = Buffer.concat(pieces)
    let at = 0
    while (buffered.length - at >= 4) {
      const length = buffered.readInt32LE(at)
      if (length < 5 || length > maxValueBytes) throw damaged(name, offset + at)
      wanted = length
      if (buffered.length - at < length) break
      yield parse(buffered.subarray(at, at + length), name, offset + at)
      at += length
      wanted = 4
    }
    offset += at
    pieces = [buffered.subarray(at)]
    size = buffered.length - at
  }
  if (size > 0) throw new ImportError('archive-ends-early', { entry: name, byte: offset + size })
}

const damaged = (name: string, offset: number) =>
  new ImportError('archive-bson-invalid', { entry: name, byte: offset })

function parse(document: Buffer, name: string, offset: number): Loose {
  try {
    return new Reader(document).document(0)
  } catch (error) {
    if (error instanceof RangeError || error instanceof BsonError) throw damaged(name, offset)
    throw error
  }
}

class BsonError extends Error {}

/** Reads a document. Reads outside it throw a RangeError. */
class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  document(depth: number): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    this.#elements(depth, (key, value) => {
      // Not an assignment, which `__proto__` would turn into another one.
      Object.defineProperty(values, key, { value, enumerable: true, configurable: true, writable: true })
    })
    return values
  }

  #list(depth: number): unknown[] {
    const values: unknown[] = []
    this.#elements(depth, (_, value) => values.push(value))
    return values
  }

  #elements(depth: number, add: (key: string, value: unknown) => void): void {
    if (depth > maxDepth) throw new BsonError()
    const start = this.#at
    const end = start + this.#int32()
    if (end > this.#bytes.length || end < start + 5) throw new BsonError()
    for (;;) {
      const type = this.#bytes.readUInt8(this.#at++)
      if (type === 0) break
      add(this.#cstring(), this.#value(type, depth))
    }
    if (this.#at !== end) throw new BsonError()
  }

  #int32(): number {
    this.#at += 4
    return this.#bytes.readInt32LE(this.#at - 4)
  }

  #int64(): bigint {
    this.#at += 8
    return this.#bytes.readBigInt64LE(this.#at - 8)
  }

  #take(length: number): Buffer {
    if (length < 0 || this.#at + length > this.#bytes.length) throw new BsonError()
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  #cstring(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    if (end < 0) throw new BsonError()
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  #string(): string {
    const length = this.#int32()
    const text = this.#take(length)
    return text.toString('utf8', 0, length - 1)
  }

  #value(type: number, depth: number): unknown {
    switch (type) {
      case 0x01:
        this.#at += 8
        return this.#bytes.readDoubleLE(this.#at - 8)
      case 0x02:
      case 0x0d:
      case 0x0e:
        return this.#string()
      case 0x03:
        return this.document(depth + 1)
      case 0x04:
        return this.#list(depth + 1)
      case 0x05:
        return this.#binary()
      case 0x06:
      case 0x0a:
      case 0x7f:
      case 0xff:
        return null
      case 0x07:
        return this.#take(12).toString('hex')
      case 0x08:
        return this.#take(1)[0] === 1
      case 0x09:
        return new Date(Number(this.#int64()))
      case 0x0b:
        return [this.#cstring(), this.#cstring()]
      case 0x0c:
        return [this.#string(), this.#take(12).toString('hex')]
      case 0x0f: {
        this.#int32()
        const code = this.#string()
        this.document(depth + 1)
        return code
      }
      case 0x10:
        return this.#int32()
      case 0x11:
      case 0x12:
        return Number(this.#int64())
      case 0x13:
        this.#take(16)
        return null
      default:
        throw new BsonError()
    }
  }

  #binary(): Buffer {
    const length = this.#int32()
    const subtype = this.#take(1)[0]
    // The old binary type repeats the length.
    return subtype === 2 ? this.#take(length).subarray(4) : this.#take(length)
  }
}

import { ImportError } from '../import-error.ts'
import { maxValueBytes } from './limits.ts'

const blockBytes = 512

export interface TarEntry {
  name: string
  size: number
  /** Has to be read to its end before the next entry. */
  content: AsyncIterable<Uint8Array>
}

/**
 * The files of a tar stream: ustar, GNU long names and pax headers. Refuses links and devices. Each entry's content is
 * skipped if the caller does not read it. Backups use tar-stream, which would buffer a hostile header of any size.
 */
export async function* tarEntries(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const input = new ByteReader(bytes)
  let next: { name?: string; size?: number } = {}
  for (;;) {
    const header = await input.take(blockBytes)
    if (header === undefined) throw new ImportError('archive-tar-truncated')
    if (header.every((byte) => byte === 0)) return
    assertChecksum(header)
    const size = next.size ?? numberIn(header, 124, 12)
    const type = String.fromCharCode(header[156] ?? 0)
    switch (type) {
      case 'L':
        next.name = textOf(await input.block(size))
        continue
      case 'x':
        next = { ...next, ...paxFields(await input.block(size)) }
        continue
      case 'g':
      case 'K':
        await input.block(size)
        continue
    }
    const name = (next.name ?? headerName(header)).replace(/^(?:\.\/)+/, '')
    next = {}
    if (type === '5') {
      // The folder `.` itself has no name here.
      if (name !== '' && name !== '.') {
        yield { name: name.endsWith('/') ? name : `${name}/`, size: 0, content: input.stream(0, name) }
      }
      continue
    }
    if (type !== '0' && type !== '\0' && type !== '7')
      throw new ImportError('archive-entry-is-link', { entry: name })
    yield { name, size, content: input.stream(size, name) }
    await input.skipToEnd()
    await input.take(-size & (blockBytes - 1))
  }
}

/** Reads a stream in pieces of given sizes. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()
  /** Bytes left of the current stream, and its name. */
  #left = 0
  #streamed = ''

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#chunks = bytes[Symbol.asyncIterator]()
  }

  /** Undefined if the stream ends before. */
  async take(count: number): Promise<Uint8Array | undefined> {
    if (count === 0) return new Uint8Array()
    while (this.#rest.length < count) {
      const { value, done } = await this.#chunks.next()
      if (done) return undefined
      this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
    }
    const taken = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  /** A small block with its padding. */
  async block(size: number): Promise<Uint8Array> {
    if (size > maxValueBytes) throw new ImportError('archive-tar-header-too-large')
    const content = await this.take(size)
    const padding = await this.take(-size & (blockBytes - 1))
    if (content === undefined || padding === undefined) throw new ImportError('archive-tar-truncated')
    return content
  }

  /** The next bytes as a stream. Bytes that its reader leaves are skipped by `skipToEnd`. */
  stream(size: number, name: string): AsyncIterable<Uint8Array> {
    this.#left = size
    this.#streamed = name
    return this.#pieces()
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    while (this.#left > 0) yield await this.#piece()
  }

  async #piece(): Promise<Uint8Array> {
    if (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new ImportError('archive-tar-truncated-in', { entry: this.#streamed })
      this.#rest = value
    }
    const piece = this.#rest.subarray(0, this.#left)
    this.#rest = this.#rest.subarray(piece.length)
    this.#left -= piece.length
    return piece
  }

  async skipToEnd(): Promise<void> {
    while (this.#left > 0) await this.#piece()
  }
}

function assertChecksum(header: Uint8Array): void {
  let sum = 0
  for (let at = 0; at < blockBytes; at++) sum += at >= 148 && at < 156 ? 0x20 : (header[at] ?? 0)
  if (sum !== numberIn(header, 148, 8)) throw new ImportError('archive-tar-checksum-wrong')
}

/** An octal number, or a binary one if the first bit is set. */
function numberIn(header: Uint8Array, start: number, length: number): number {
  const field = header.subarray(start, start + length)
  let value = 0
  if (((field[0] ?? 0) & 0x80) !== 0) {
    for (const [at, byte] of field.entries()) value = value * 256 + (at === 0 ? byte & 0x7f : byte)
  } else {
    value = Number.parseInt(
      Buffer.from(field)
        .toString('latin1')
        .replace(/[\0 ]+/g, ' ')
        .trim() || '0',
      8,
    )
  }
  if (!Number.isSafeInteger(value) || value < 0) throw new ImportError('archive-tar-size-missing')
  return value
}

const stringIn = (header: Uint8Array, start: number, length: number) => {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return textOf(end === -1 ? field : field.subarray(0, end))
}

/** Names above 100 bytes are split into a prefix and a name. */
function headerName(header: Uint8Array): string {
  const name = stringIn(header, 0, 100)
  // GNU tar uses the place of the prefix for something else.
  const isPosix = Buffer.from(header.subarray(257, 263)).toString('latin1') === 'ustar\0'
  const prefix = isPosix ? stringIn(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\0+$/, '')
  } catch {
    throw new ImportError('archive-tar-not-utf8')
  }
}

/** Records of the form `LENGTH KEY=VALUE\n`. */
function paxFields(bytes: Uint8Array): { name?: string; size?: number } {
  const fields: { name?: string; size?: number } = {}
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number(Buffer.from(bytes.subarray(at, blank)).toString('latin1'))
    if (blank === -1 || !Number.isInteger(length) || length <= blank - at) break
    const [, key, value = ''] =
      /^([^=]*)=([\s\S]*)\n$/.exec(textOf(bytes.subarray(blank + 1, at + length))) ?? []
    if (key === 'path') fields.name = value
    if (key === 'size') fields.size = Number(value)
    at += length
  }
  if (fields.size !== undefined && !Number.isSafeInteger(fields.size)) {
    throw new ImportError('archive-tar-size-missing')
  }
  return fields
}

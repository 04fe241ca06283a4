import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** An entry of an archive, and the ways in which it can be wrong. */
export interface TestEntry {
  name: string | Buffer
  content?: string | Uint8Array
  /** ZIP only. */
  zip?: { flags?: number; crc?: number; size?: number; mode?: number; isStored?: boolean; offset?: number }
  /** tar only: the type of the entry, and its declared size. */
  type?: string
  size?: number
}

const bytesOf = (content: string | Uint8Array = '') => Buffer.from(content as Uint8Array)

/** Files by name, as entries. Values that are not text or bytes become JSON. */
export const entriesOf = (files: Record<string, unknown>): TestEntry[] =>
  Object.entries(files).map(([name, content]) => ({
    name,
    content: typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  }))

/** A ZIP file, valid or not. */
export function zipOf(entries: readonly TestEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, zip = {} } of entries) {
    const raw = bytesOf(content)
    const data = zip.isStored ? raw : deflateRawSync(raw)
    const nameBytes = Buffer.from(name as string)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(zip.flags ?? 0, 2)
    fields.writeUInt16LE(zip.isStored ? 0 : 8, 4)
    fields.writeUInt32LE(zip.crc ?? crc32(raw), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(zip.size ?? raw.length, 18)
    fields.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, nameBytes, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((zip.mode ?? 0o100644) << 16) >>> 0, 6)
    rest.writeUInt32LE(zip.offset ?? offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021e03', 'hex'), fields, rest, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

/** A tar file. Names above 100 bytes get a GNU long-name entry, or a pax header. */
export function tarOf(entries: readonly TestEntry[], longNames: 'gnu' | 'pax' = 'gnu'): Buffer {
  const blocks: Buffer[] = []
  for (const { name, content, size, type = '0' } of entries) {
    const nameBytes = Buffer.from(name as string)
    if (nameBytes.length > 100) {
      const record =
        longNames === 'gnu' ? Buffer.concat([nameBytes, Buffer.alloc(1)]) : paxRecord(String(name))
      blocks.push(tarHeader('././@LongLink', record.length, longNames === 'gnu' ? 'L' : 'x'), padded(record))
    }
    const data = bytesOf(content)
    blocks.push(
      tarHeader(nameBytes.subarray(0, 100).toString('latin1'), size ?? data.length, type),
      padded(data),
    )
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

export const tarGzOf = (entries: readonly TestEntry[]) => gzipSync(tarOf(entries))

function paxRecord(name: string): Buffer {
  const rest = Buffer.byteLength(` path=${name}\n`)
  const length = rest + String(rest + 3).length
  return Buffer.from(`${length} path=${name}\n`)
}

function tarHeader(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name, 0, 'latin1')
  header.write('0000644\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar  \0', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc(-data.length & 511)])

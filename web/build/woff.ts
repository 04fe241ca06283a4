const headerBytes = 44
const entryBytes = 20

/** Removes one table of a WOFF font. The others stay compressed. */
export function withoutTable(font: Buffer, tag: string): Buffer {
  const count = font.readUInt16BE(12)
  const entries = Array.from({ length: count }, (_, n) => {
    const at = headerBytes + n * entryBytes
    return font.subarray(at, at + entryBytes)
  })
  const kept = entries.filter((entry) => entry.toString('latin1', 0, 4) !== tag)
  const directory: Buffer[] = []
  const tables: Buffer[] = []
  let offset = headerBytes + kept.length * entryBytes
  let sfntBytes = 12 + kept.length * 16
  for (const entry of kept) {
    const [start, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8)]
    const moved = Buffer.from(entry)
    moved.writeUInt32BE(offset, 4)
    directory.push(moved)
    tables.push(font.subarray(start, start + length), Buffer.alloc(padding(length)))
    offset += length + padding(length)
    const original = entry.readUInt32BE(12)
    sfntBytes += original + padding(original)
  }
  const header = Buffer.from(font.subarray(0, headerBytes))
  header.writeUInt32BE(offset, 8)
  header.writeUInt16BE(kept.length, 12)
  header.writeUInt32BE(sfntBytes, 16)
  // No metadata and no private data.
  header.fill(0, 24, headerBytes)
  return Buffer.concat([header, ...directory, ...tables])
}

/** Tables are aligned to four bytes. */
const padding = (length: number) => (4 - (length % 4)) % 4

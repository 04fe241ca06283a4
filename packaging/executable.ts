import { rootLocaleOf } from './icu-data.ts'

/** `\x7fELF`, 64 bits, little endian. */
const elf64 = Buffer.from('7f454c460201', 'hex')

/** Offsets in the header of an ELF file, and in its program headers. */
const header = { programHeaders: 32, sectionHeaders: 40, programSize: 54, programCount: 56, sections: 60 }
const program = { type: 0, offset: 8, fileSize: 32, align: 48 }
const load = 1
/** The largest page of any supported system. Segments start at the same place of a page in the file and in memory. */
const pageBytes = 0x10000

const isElf = (file: Buffer) => file.subarray(0, elf64.length).equals(elf64)

/**
 * A program or library without the parts at its end that are never loaded, such as the names of internal functions for
 * debuggers: a seventh of Node. The system loads the segments that the program headers list, and needs no sections. Files of other
 * systems stay as they are.
 */
export function withoutSymbols(file: Buffer): Buffer {
  if (!isElf(file)) return file
  const segments = segmentsOf(file)
  const end = Math.max(...segments.map(({ offset, size }) => offset + size))
  const loaded = Buffer.from(file.subarray(0, end))
  dropSections(loaded)
  return loaded
}

/**
 * The data library of ICU with the data of the root locale only. PostgreSQL is linked with ICU and asks it for the version of
 * the root collation, but the server's database uses a locale that is built into PostgreSQL. Files with another layout stay as they are.
 */
export function withRootLocaleOnly(file: Buffer): Buffer {
  const format = file.indexOf('CmnD')
  if (!isElf(file) || format === -1) return file
  const start = format - 12
  const segments = segmentsOf(file)
  const [first, ...others] = segments.filter(({ type }) => type === load)
  if (first === undefined || first.offset !== 0 || start > first.size) return file
  const data = Buffer.concat([file.subarray(0, start), rootLocaleOf(file.subarray(start, first.size))])
  const behind = Math.min(...others.map(({ offset }) => offset))
  const gap = Math.floor((behind - data.length) / pageBytes) * pageBytes
  if (behind < first.size || gap <= 0) return file
  const small = Buffer.concat([data, file.subarray(data.length + gap)])
  // The memory stays reserved, empty: addresses of the other segments do not change.
  small.writeBigUInt64LE(BigInt(data.length), first.at + program.fileSize)
  for (const { at, offset, type } of segments) {
    if (offset >= behind) small.writeBigUInt64LE(BigInt(offset - gap), at + program.offset)
    if (type === load) small.writeBigUInt64LE(BigInt(pageBytes), at + program.align)
  }
  dropSections(small)
  return small
}

function segmentsOf(file: Buffer) {
  const table = Number(file.readBigUInt64LE(header.programHeaders))
  const entrySize = file.readUInt16LE(header.programSize)
  return Array.from({ length: file.readUInt16LE(header.programCount) }, (_, index) => {
    const at = table + index * entrySize
    return {
      at,
      type: file.readUInt32LE(at + program.type),
      offset: Number(file.readBigUInt64LE(at + program.offset)),
      size: Number(file.readBigUInt64LE(at + program.fileSize)),
    }
  })
}

function dropSections(file: Buffer): void {
  file.writeBigUInt64LE(0n, header.sectionHeaders)
  file.fill(0, header.sections, header.sections + 4)
}

const isOfRootLocale = (name: string) =>
  /^[^/]+\/(coll\/(root\.res|res_index\.res|ucadata\.icu)|[^/]+\.(icu|nrm)|(root|pool|res_index|icu\w+|keyTypeData|likelySubtags|metadata|supplementalData)\.res)$/.test(
    name,
  )

/**
 * The items of the root locale in a data archive of ICU. An archive has a header; the number of items; for each, the offsets of
 * its name and data; the names; and the data.
 */
export function rootLocaleOf(archive: Buffer): Buffer {
  const contents = archive.readUInt16LE(0)
  const at = (position: number) => contents + archive.readUInt32LE(contents + position)
  const items = Array.from({ length: archive.readUInt32LE(contents) }, (_, index) => {
    const name = at(4 + index * 8)
    return {
      name: archive.toString('latin1', name, archive.indexOf(0, name)),
      start: at(8 + index * 8),
    }
  })
  const ends = [...items.slice(1).map(({ start }) => start), archive.length]
  const kept = items.flatMap(({ name, start }, index) =>
    isOfRootLocale(name) ? [{ name, data: archive.subarray(start, ends[index]) }] : [],
  )
  const names = kept.map(({ name }) => Buffer.from(`${name}\0`, 'latin1'))
  const table = Buffer.alloc(4 + kept.length * 8)
  table.writeUInt32LE(kept.length, 0)
  let nameAt = table.length
  const namesEnd = names.reduce((sum, { length }) => sum + length, nameAt)
  let dataAt = aligned(namesEnd)
  const parts = [archive.subarray(0, contents), table, ...names, Buffer.alloc(dataAt - namesEnd)]
  for (const [index, { data }] of kept.entries()) {
    table.writeUInt32LE(nameAt, 4 + index * 8)
    table.writeUInt32LE(dataAt, 8 + index * 8)
    const padded = Buffer.concat([data, Buffer.alloc(aligned(data.length) - data.length)])
    parts.push(padded)
    nameAt += names[index]?.length ?? 0
    dataAt += padded.length
  }
  return Buffer.concat(parts)
}

const aligned = (bytes: number) => Math.ceil(bytes / 16) * 16

import type { Archive } from '../archives/archive.ts'
import type { ScratchFile } from '../archives/scratch-file.ts'
import { asNumber, asText, type Loose } from '../loose.ts'
import type { SourcePicture } from '../model.ts'
import { readSmall } from '../read-small.ts'
import { bsonDocuments } from './bson.ts'

/** The file of a collection, in a dump at any depth. */
export function collectionFile(archive: Archive, collection: string): string | undefined {
  const suffix = `${collection}.bson`
  for (const name of archive.names()) if (name === suffix || name.endsWith(`/${suffix}`)) return name
  return undefined
}

/** The documents of a collection; none if the dump lacks it. */
export async function* documentsOf(archive: Archive, collection: string): AsyncGenerator<Loose> {
  const name = collectionFile(archive, collection)
  if (name !== undefined) yield* bsonDocuments(await archive.open(name), name)
}

/** A file whose bytes come next. They have to be read before the next file is requested, or are passed over. */
export interface StoredBytes {
  id: string
  bytes(): AsyncGenerator<Uint8Array>
}

const fileOf = (chunk: Loose) => asText(chunk.files_id)
const dataOf = (chunk: Loose) => (chunk.data instanceof Uint8Array ? chunk.data : new Uint8Array())

/**
 * The files of a GridFS bucket in one pass. Dumps keep the chunks of a file together and in order; a file with scattered
 * chunks gets a pass of its own.
 */
export async function* storedFiles(archive: Archive, bucket: string): AsyncGenerator<StoredBytes> {
  const scattered = await scatteredFiles(archive, bucket)
  const chunks = documentsOf(archive, `${bucket}.chunks`)
  let next = await chunks.next()
  while (!next.done) {
    const id = fileOf(next.value)
    const bytes = async function* () {
      for (; !next.done && fileOf(next.value) === id; next = await chunks.next()) yield dataOf(next.value)
    }
    if (!scattered.has(id)) yield { id, bytes }
    while (!next.done && fileOf(next.value) === id) next = await chunks.next()
  }
  for (const id of scattered) yield { id, bytes: () => scatteredBytes(archive, bucket, id) }
}

async function scatteredFiles(archive: Archive, bucket: string): Promise<Set<string>> {
  const seen = new Set<string>()
  const scattered = new Set<string>()
  let last = ''
  let expected = 0
  for await (const chunk of documentsOf(archive, `${bucket}.chunks`)) {
    const id = fileOf(chunk)
    if (id !== last) {
      if (seen.has(id)) scattered.add(id)
      seen.add(id)
      expected = 0
    }
    if ((asNumber(chunk.n) ?? 0) !== expected++) scattered.add(id)
    last = id
  }
  return scattered
}

/** Chunks that come too early are held until their turn. */
async function* scatteredBytes(archive: Archive, bucket: string, id: string): AsyncGenerator<Uint8Array> {
  const early = new Map<number, Uint8Array>()
  let turn = 0
  for await (const chunk of documentsOf(archive, `${bucket}.chunks`)) {
    if (fileOf(chunk) !== id) continue
    early.set(asNumber(chunk.n) ?? 0, dataOf(chunk))
    for (let due = early.get(turn); due !== undefined; due = early.get(turn)) {
      early.delete(turn++)
      yield due
    }
  }
}

/** Pictures of a bucket by file ID, copied to scratch space: a dump can only be read in its order. */
export async function storedPictures(
  archive: Archive,
  bucket: string,
  scratch: ScratchFile,
): Promise<Map<string, SourcePicture>> {
  const pictures = new Map<string, SourcePicture>()
  for await (const { id, bytes } of storedFiles(archive, bucket)) {
    const start = scratch.size
    for await (const part of bytes()) await scratch.append(part)
    const size = scratch.size - start
    pictures.set(id, () => readSmall(scratch.open(start, size)))
  }
  return pictures
}

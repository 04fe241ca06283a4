import { buffer } from 'node:stream/consumers'
import { type Person, runJobs, type World } from '@loquat/devkit'
import { fromBuffer } from 'yauzl'

/** The files of an export, by name. */
export type Archive = Map<string, Buffer>
type Row = Record<string, unknown>

export async function unpack(bytes: Buffer): Promise<Archive> {
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  )
  const files: Archive = new Map()
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject).on('end', resolve)
    zip.on('entry', (entry: import('yauzl').Entry) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return reject(error)
        buffer(stream).then((content) => {
          files.set(entry.fileName, content)
          zip.readEntry()
        }, reject)
      }),
    )
    zip.readEntry()
  })
  return files
}

/** The rows of a file with one JSON object per line. */
export const rowsOf = (archive: Archive, name: string): Row[] =>
  (archive.get(`${name}.jsonl`)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)

/** Requests an export, makes it and downloads it. */
export async function exported(world: World, by: Person, export_type: 1 | 2): Promise<Archive> {
  const { id } = await by.api.requestExport({ export_type })
  await runJobs(world)
  const found = (await by.api.getExports()).exports.find((one) => one.id === id)
  const reply = await world.raw(new URL(found?.export_url ?? '').pathname)
  return await unpack(Buffer.from(await reply.arrayBuffer()))
}

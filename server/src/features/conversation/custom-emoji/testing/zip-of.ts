import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** For tests only: a ZIP archive with these files. */
export async function zipOf(files: Record<string, Buffer>): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(content, path)
  zip.end()
  return Buffer.from(await buffer(zip.outputStream))
}

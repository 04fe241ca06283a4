import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Temporary disk space without a name, which the system reclaims however the process ends. */
export interface ScratchFile {
  readonly size: number
  append(bytes: Uint8Array): Promise<void>
  /** Reads a range that was appended. */
  open(start: number, size: number): Readable
  close(): Promise<void>
}

const bufferBytes = 1 << 20

export async function openScratchFile(folder: string): Promise<ScratchFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `.import-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  let size = 0
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  const flush = async () => {
    if (waitingBytes === 0) return
    const bytes = Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
    await file.write(bytes, 0, bytes.length, size - bytes.length)
  }
  return {
    get size() {
      return size
    },
    append: async (bytes) => {
      // The chunk may be reused by its stream.
      waiting.push(Buffer.from(bytes))
      waitingBytes += bytes.length
      size += bytes.length
      if (waitingBytes >= bufferBytes) await flush()
    },
    open: (start, length) => {
      const read = async function* () {
        await flush()
        if (length > 0) {
          yield* createReadStream('', {
            fd: file.fd,
            start,
            end: start + length - 1,
            autoClose: false,
            highWaterMark: 1 << 18,
          })
        }
      }
      return Readable.from(read(), { objectMode: false })
    },
    close: () => file.close(),
  }
}

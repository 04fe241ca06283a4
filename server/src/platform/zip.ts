import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

export interface Zip {
  /** Adds a file; resolves when it has been read completely. Await each before the next. */
  add(path: string, content: Readable, options?: { isCompressed?: boolean }): Promise<void>
}

interface Options {
  /** Modification time of the files. */
  time: Date
  /** Aborts with an error. */
  signal?: AbortSignal | undefined
}

/**
 * Creates an archive while it is being read, so that only data in transit is in memory. If either side fails, so does
 * the other: the reader gets an error, never a truncated archive.
 */
export async function writeZip(
  fill: (zip: Zip) => Promise<void>,
  sink: (bytes: Readable) => Promise<void>,
  { time, signal }: Options,
): Promise<void> {
  const { ZipFile } = await import('yazl')
  const file = new ZipFile()
  const output = file.outputStream as Readable
  let current: Readable | undefined
  let failure: Error | undefined
  const fail = (error: Error) => {
    failure ??= error
    current?.destroy(failure)
    output.destroy(failure)
  }
  const onAbort = () => fail(signal?.reason as Error)
  file.on('error', fail)
  // The reader gets the error, but there may be no reader yet, or none any more.
  output.on('error', () => {})

  const add: Zip['add'] = async (path, content, { isCompressed = false } = {}) => {
    current = content
    if (failure !== undefined) content.destroy(failure)
    else file.addReadStream(content, path, { compress: !isCompressed, mtime: time })
    await finished(content)
  }
  const filling = async () => {
    signal?.throwIfAborted()
    await fill({ add })
    file.end()
  }
  signal?.addEventListener('abort', onAbort)
  try {
    await Promise.allSettled([filling().catch(fail), sink(output).catch(fail)])
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
  if (failure !== undefined) throw failure
}

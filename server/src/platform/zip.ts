import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

export interface Zip {
  /** Adds a file; done when all of it has been taken. Wait for each before the next. */
  add(path: string, content: Readable, options?: { isCompressed?: boolean }): Promise<void>
}

interface Options {
  /** What the files in it say of when they are from. */
  time: Date
  /** Ends it with an error. */
  signal?: AbortSignal | undefined
}

/**
 * Makes an archive while it is read, so that however large it is, only what is on its way is in memory. If either side
 * fails, the other does, too: what is read ends with an error, never early.
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
  // Whoever reads it is told; but nobody may be reading yet, or any more.
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

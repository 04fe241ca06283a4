import { Worker } from 'node:worker_threads'
import { extractText } from '../features/conversation/file-texts/extract-text.ts'
import type { ReadOrder, ReadOutcome } from '../features/conversation/file-texts/read-in-program.ts'

/** Started by the server for each document: `features/conversation/file-texts/read-in-program.ts`. */
const maxMemoryMib = 600
/** CPU time, because a process with a low priority may wait for long on a busy machine. */
const maxSeconds = 20

// The heap is limited, but decompressed data is outside of it. A thread of its own sees it even while a page is being decoded.
new Worker(
  `setInterval(() => {
    const { user, system } = process.cpuUsage()
    const isTooLong = user + system > ${maxSeconds * 1_000_000}
    if (isTooLong || process.memoryUsage.rss() > ${maxMemoryMib * 2 ** 20}) process.kill(process.pid, 'SIGKILL')
  }, 50)`,
  { eval: true },
).unref()

process.once('disconnect', () => process.exit())
// Ctrl-C in a terminal reaches all processes; the server decides what becomes of this one.
process.on('SIGINT', () => {})

process.once('message', async ({ kind, bytes }: ReadOrder) => {
  // The server logs that the file could not be read; the reason may contain parts of it.
  const outcome: ReadOutcome = { text: await extractText(kind, bytes).catch(() => null) }
  process.send?.(outcome, undefined, undefined, () => process.exit())
})

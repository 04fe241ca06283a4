import { buffer } from 'node:stream/consumers'
import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { Slot } from '../../../platform/slots.ts'
import { reindex } from '../message-queries/reindex-store.ts'
import { fileKey } from '../uploads/names.ts'
import { extractText, maxPlainBytes } from './extract-text.ts'
import { readFileTextsName } from './file-text-sql.ts'
import { messagesWithUnreadFiles, storeFileText, type UnreadFile, unreadFiles } from './file-text-store.ts'
import { kindOf } from './kinds.ts'
import { readInProgram } from './read-in-program.ts'

interface ReadPayload {
  realmId: number
  messageId: number
}

/** Larger documents are found by their name only. */
const maxDocumentBytes = 25 * 2 ** 20
/** Files of one message that are read. */
const maxFiles = 20
const retryDelayMs = 3_000
/** Whether a job of the process is reading: one at a time, because each may need much memory. */
const readingSlot = new Slot<App, boolean>()

/** Reads the files of a message, if that has not been done, and makes the message findable by their names and texts. */
export const readFileTexts = job<ReadPayload>({
  name: readFileTextsName,
  run: async (app, payload, stopping) => {
    if (app.slots.get(readingSlot)) return await enqueueAgain(app, payload)
    await whileReading(app, () => readFilesOf(app, payload.messageId, stopping))
  },
})

async function whileReading(app: App, read: () => Promise<void>): Promise<void> {
  app.slots.set(readingSlot, true)
  try {
    await read()
  } finally {
    app.slots.set(readingSlot, false)
  }
}

async function enqueueAgain(app: App, payload: ReadPayload): Promise<void> {
  const at = new Date(app.clock.now() + retryDelayMs)
  await enqueue(app.database.backgroundDb, readFileTexts, payload, {
    at,
    key: `${readFileTextsName}:${payload.messageId}`,
  })
}

async function readFilesOf(app: App, messageId: number, stopping: AbortSignal | undefined): Promise<void> {
  const { backgroundDb: db } = app.database
  for (const file of await unreadFiles(db, messageId, maxFiles)) {
    await storeFileText(db, file, (await textOf(app, file, stopping)) ?? '')
  }
  await db.transaction().execute((transaction) => reindex(transaction, [messageId]))
}

/** Null if the file has no text that can be read. */
async function textOf(
  { files, logger, limits }: App,
  file: UnreadFile,
  stopping: AbortSignal | undefined,
): Promise<string | null> {
  const kind = kindOf(file)
  if (kind === undefined || (kind !== 'text' && file.size > maxDocumentBytes)) return null
  const stored = await files.get(fileKey(file.path_id))
  if (stored === undefined) return null
  if (kind === 'text') return await extractText(kind, await beginningOf(stored.open()))
  const text = await readInProgram({ kind, bytes: await buffer(stored.open()) }, limits, stopping)
  if (text === null) logger.info({ attachment_id: file.id, kind }, 'the text of a file could not be read')
  return text
}

async function beginningOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= maxPlainBytes) break
  }
  return Buffer.concat(chunks)
}

const messagesPerRun = 50

/** Reads files of imported messages, and of those sent before files were read. */
export const readOlderFiles = job<object>({
  name: 'read-older-files',
  every: '*/10 * * * *',
  run: async (app, _, stopping) => {
    // The next run continues.
    if (app.slots.get(readingSlot)) return
    await whileReading(app, async () => {
      for (const { messageId } of await messagesWithUnreadFiles(app.database.backgroundDb, messagesPerRun)) {
        if (stopping?.aborted) return
        // Storage that fails for one file must not keep the others from being read.
        await readFilesOf(app, messageId, stopping).catch((error: unknown) =>
          app.logger.warn({ err: error, message_id: messageId }, 'could not read the files of a message'),
        )
      }
    })
  },
})

import type { Batch, StepResult } from './batch.ts'
import { createReplacer, patternsFor, replaceInJson } from './pseudonym.ts'
import {
  deleteRows,
  deleteScattered,
  forgetWords,
  importsNaming,
  rewriteImport,
  wordsLike,
} from './rows-store.ts'
import { messageTables, personalTables } from './tables.ts'

const rowsPerBatch = 5_000

/** Deletes the rows of one table per batch; the position is the number of the table. */
export async function deletePersonalRows(batch: Batch): Promise<StepResult> {
  const { tx, erasure } = batch
  const { userId, position, messages } = erasure
  const tables = Object.entries({ ...personalTables, ...(messages === 'delete' ? messageTables : {}) })
  const [table, column] = tables[position] ?? []
  if (table === undefined || column === undefined) {
    await deleteScattered(tx, userId, erasure.identity.emails)
    await rewriteImports(batch)
    await forgetNameWords(batch)
    return undefined
  }
  const deleted = await deleteRows(tx, table, column, userId, rowsPerBatch)
  return { position: deleted < rowsPerBatch ? position + 1 : position, total: tables.length }
}

async function rewriteImports({ tx, erasure: { userId, identity } }: Batch): Promise<void> {
  const replace = createReplacer(userId, identity)
  for (const one of await importsNaming(tx, patternsFor(userId, identity))) {
    const { id, ...texts } = one
    await rewriteImport(tx, { id, ...(replaceInJson(texts, replace) as typeof texts) })
  }
}

/** The list of words for similar spellings has the words of the name. */
async function forgetNameWords({ tx, realm, erasure: { identity } }: Batch): Promise<void> {
  const parts = [...identity.names, ...identity.emails]
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((part) => part.length > 2)
  await forgetWords(tx, await wordsLike(tx.db, realm.id, [...new Set(parts)]))
}

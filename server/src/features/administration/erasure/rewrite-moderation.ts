import type { Tx } from '../../../events/transaction.ts'
import {
  hiddenNaming,
  type ModeratedText,
  reportsNaming,
  rewriteHidden,
  rewriteReport,
} from './moderation-store.ts'
import { type Replace, replaceInJson } from './pseudonym.ts'

/** Replaces the name in the contents of hidden messages and in reports. */
export async function rewriteModeration(
  tx: Tx,
  patterns: readonly string[],
  replace: Replace,
): Promise<void> {
  const rewritten = (row: ModeratedText) => ({ id: row.id, texts: replaceInJson(row.texts, replace) })
  for (const row of await hiddenNaming(tx, patterns)) await rewriteHidden(tx, rewritten(row))
  for (const row of await reportsNaming(tx, patterns)) await rewriteReport(tx, rewritten(row))
}

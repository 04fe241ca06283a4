import type { AuditEntry } from '../../../audit/entry.ts'
import { entriesAfter } from '../../../audit/store.ts'
import type { Batch, StepResult } from './batch.ts'
import { createReplacer, type Replace, replaceInJson } from './pseudonym.ts'
import { redactEntry } from './rewrite-store.ts'

const entriesPerBatch = 500

/**
 * Removes the person's name, addresses and profile from the audit log, and the IP addresses of their own actions. The entries stay, with a
 * code that proves that the server itself removed the values.
 */
export async function redactEntries({ app, tx, erasure }: Batch): Promise<StepResult> {
  const { userId, realmId, identity, position } = erasure
  const replace = createReplacer(userId, identity)
  const entries = await entriesAfter(tx.db, realmId, position, entriesPerBatch)
  for (const entry of entries) {
    const redacted = redactedEntry(entry, userId, replace)
    const { before, after, targetName, address } = redacted
    const isSame =
      before === entry.before &&
      after === entry.after &&
      targetName === entry.targetName &&
      address === entry.address
    if (isSame) continue
    const redaction_mac = app.trail.chain.redactionMac(realmId, redacted)
    await redactEntry(tx, entry.seq, { before, after, target_name: targetName, address, redaction_mac })
  }
  const last = entries.at(-1)
  return entries.length < entriesPerBatch || last === undefined ? undefined : { position: last.seq }
}

function redactedEntry(entry: AuditEntry, userId: number, replace: Replace): AuditEntry {
  const isTarget = entry.targetType === 'user' && entry.targetId === userId
  const values = (text: string | null) => {
    if (text === null) return null
    if (isTarget && entry.kind === 'user.profile_changed') return '{}'
    const json: unknown = JSON.parse(text)
    const changed = JSON.stringify(replaceInJson(json, replace))
    // The bytes stay if nothing is replaced, because the code covers them.
    return changed === JSON.stringify(json) ? text : changed
  }
  return {
    ...entry,
    before: values(entry.before),
    after: values(entry.after),
    targetName: replace(entry.targetName),
    address: entry.actorId === userId ? '' : entry.address,
  }
}

import type { AuditEvent } from '../audit/entry.ts'
import { auditedRealms } from '../audit/store.ts'
import { openTrail } from '../audit/trail.ts'
import type { Db } from '../db/database.ts'
import { systemClock } from '../platform/clock.ts'
import { Sealer } from '../platform/sealer.ts'
import { hasAuditLog } from './store.ts'

/**
 * Records a backup in the audit log of the main organization, whose owners administer the server, or a restore in the logs of all. Not in the
 * database of a version that has none.
 */
export async function auditBackup(
  db: Db,
  secretKeys: readonly Buffer[],
  event: AuditEvent & { kind: 'backup.made' | 'backup.restored' },
): Promise<void> {
  if (secretKeys.length === 0 || !(await hasAuditLog(db))) return
  await db.transaction().execute(async (transaction) => {
    const trail = await openTrail(transaction, new Sealer(secretKeys), systemClock)
    for (const { id, subdomain } of await auditedRealms(transaction)) {
      if (event.kind === 'backup.restored' || subdomain === '') await trail.record(transaction, id, event)
    }
  })
}

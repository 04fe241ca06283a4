import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealer.ts'
import { AuditChain, emptyChain } from './chain.ts'
import { type AuditEntry, type AuditEvent, type PreparedEntry, prepareEntry } from './entry.ts'
import {
  auditedRealms,
  insertAuditKey,
  insertEntries,
  insertHead,
  lockAuditKey,
  lockHead,
  sealedAuditKey,
} from './store.ts'

/** Appends entries to the audit logs of organizations. */
export class AuditTrail {
  readonly chain: AuditChain
  readonly #clock: Clock

  constructor(chain: AuditChain, clock: Clock) {
    this.chain = chain
    this.#clock = clock
  }

  /**
   * Appends entries within a transaction. Last in it, because the lock of the head is held until it ends; everything else that the
   * transaction locks comes before, which rules out deadlocks.
   */
  async append(db: Db, realmId: number, prepared: readonly PreparedEntry[]): Promise<void> {
    if (prepared.length === 0) return
    let last = await lockHead(db, realmId)
    if (last === undefined) {
      await insertHead(db, realmId)
      last = await lockHead(db, realmId)
    }
    let { seq, mac } = last ?? emptyChain
    const at = new Date(this.#clock.now())
    const entries: AuditEntry[] = []
    for (const one of prepared) {
      const entry = { ...one, seq: ++seq, at }
      mac = this.chain.macOf(realmId, mac, entry)
      entries.push({ ...entry, mac, redactionMac: null })
    }
    await insertEntries(db, realmId, entries, {
      seq,
      mac,
      headMac: this.chain.headMac(realmId, { seq, mac }),
    })
  }

  async record(db: Db, realmId: number, event: AuditEvent): Promise<void> {
    const entry = prepareEntry(event)
    if (entry !== undefined) await this.append(db, realmId, [entry])
  }
}

/**
 * Creates the key of the audit logs on the first start, and begins the logs of all organizations in the same transaction. Later ones begin
 * when the organization is created. So a log that begins with anything else has lost its beginning.
 */
export async function startTrail(db: Db, sealer: Sealer, clock: Clock): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (await lockAuditKey(transaction)) return
    const key = randomBytes(32).toString('base64url')
    await insertAuditKey(transaction, sealer.seal('server secret', key))
    const trail = new AuditTrail(new AuditChain(key), clock)
    for (const { id } of await auditedRealms(transaction)) {
      await trail.record(transaction, id, { kind: 'audit.started' })
    }
  })
}

export async function openTrail(db: Db, sealer: Sealer, clock: Clock): Promise<AuditTrail> {
  return new AuditTrail(new AuditChain(sealer.open('server secret', await sealedAuditKey(db))), clock)
}

import { randomBytes } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealer.ts'
import { workContext } from '../platform/work-context.ts'
import { AuditChain, emptyChain } from './chain.ts'
import { type AuditEntry, type AuditEvent, type PreparedEntry, prepareEntry } from './entry.ts'
import {
  auditedRealms,
  auditKeyRow,
  insertAuditKey,
  insertEntries,
  insertHead,
  insertUpgradeTime,
  lockAuditKey,
  lockHead,
  realmsWithoutLog,
  sealedAuditKey,
  sealedUpgradeTime,
  upgradeTimeRow,
} from './store.ts'

/**
 * How long after the upgrade to a version with audit logs a log can begin late: an organization that a server of an earlier version created has
 * none. Afterwards, a log that begins with anything but its beginning was deleted.
 */
const lateStartMs = 7 * 86_400_000
const beginnings: readonly string[] = ['audit.started', 'organization.created']

/** Appends entries to the audit logs of organizations. */
export class AuditTrail {
  readonly chain: AuditChain
  readonly #clock: Clock
  /** When an installation of an earlier version got audit logs. Undefined if it has had them from the beginning. */
  readonly #upgradedAt: number | undefined

  constructor(chain: AuditChain, clock: Clock, upgradedAt?: number) {
    this.chain = chain
    this.#clock = clock
    this.#upgradedAt = upgradedAt
  }

  get #canStartLate(): boolean {
    return this.#upgradedAt !== undefined && this.#clock.now() - this.#upgradedAt < lateStartMs
  }

  /** Begins the logs of organizations that a server of an earlier version has created since the upgrade. */
  async beginLateLogs(db: Db): Promise<void> {
    if (!this.#canStartLate) return
    for (const id of await realmsWithoutLog(db)) {
      await db.transaction().execute((transaction) => this.record(transaction, id, { kind: 'audit.started' }))
    }
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
    for (const one of seq === 0 ? this.#withBeginning(prepared) : prepared) {
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

  #withBeginning(prepared: readonly PreparedEntry[]): readonly PreparedEntry[] {
    if (beginnings.includes(prepared[0]?.kind ?? '') || !this.#canStartLate) return prepared
    // The caller of the request has nothing to do with it.
    const started = workContext.run({}, () => prepareEntry({ kind: 'audit.started' }))
    return started === undefined ? prepared : [started, ...prepared]
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
    await insertAuditKey(transaction, sealer.seal('server secret', key, auditKeyRow))
    const trail = new AuditTrail(new AuditChain(key), clock)
    const realms = await auditedRealms(transaction)
    for (const { id } of realms) await trail.record(transaction, id, { kind: 'audit.started' })
    // Servers of the earlier version may still run. Sealed, so that access to the database cannot set it to another time.
    if (realms.length > 0) {
      const sealed = sealer.seal('server secret', String(clock.now()), upgradeTimeRow)
      await insertUpgradeTime(transaction, sealed)
    }
  })
}

export async function openTrail(db: Db, sealer: Sealer, clock: Clock): Promise<AuditTrail> {
  const chain = new AuditChain(sealer.open('server secret', await sealedAuditKey(db), auditKeyRow))
  const sealed = await sealedUpgradeTime(db)
  const upgradedAt =
    sealed === undefined ? undefined : Number(sealer.open('server secret', sealed, upgradeTimeRow))
  return new AuditTrail(chain, clock, upgradedAt)
}

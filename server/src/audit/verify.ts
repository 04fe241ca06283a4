import type { Db } from '../db/database.ts'
import { type AuditChain, type ChainHead, emptyChain, isSameMac } from './chain.ts'
import type { AuditEntry } from './entry.ts'
import { entriesAfter, headOf } from './store.ts'

export interface Verification {
  /** Entries that were checked. */
  entries: number
  first: Date | undefined
  /** Note it elsewhere: a later verification can prove that everything up to it is still there. */
  head: ChainHead
  /** In the order found; empty if the log is intact. */
  problems: string[]
}

const pageSize = 1_000
const maxProblems = 20

/**
 * Checks that the log of an organization is complete and unchanged: every entry by its code, the numbers for gaps, the beginning, and the
 * newest entry against the head. `expected` is a head that was noted earlier.
 */
export async function verifyLog(
  db: Db,
  chain: AuditChain,
  realmId: number,
  expected?: ChainHead,
): Promise<Verification> {
  const problems: string[] = []
  const report = (text: string) => {
    if (problems.length < maxProblems) problems.push(text)
  }
  const head = await headOf(db, realmId)
  let last: ChainHead | undefined
  let first: AuditEntry | undefined
  /** The beginning that entries about trimming allow. */
  let trimmed: ChainHead | undefined
  let entries = 0
  let hasExpected = expected === undefined
  for (;;) {
    const page = await entriesAfter(db, realmId, last?.seq ?? 0, pageSize)
    for (const entry of page) {
      first ??= entry
      // After a gap, the code cannot be recomputed; the gap itself is the problem.
      if (last === undefined ? entry.seq === 1 : entry.seq === last.seq + 1) {
        if (!isAuthentic(chain, realmId, last?.mac ?? emptyChain.mac, entry))
          report(`Entry ${entry.seq} was changed, or does not belong there.`)
      } else if (last !== undefined) report(missingText(last.seq + 1, entry.seq - 1))
      if (entry.kind === 'audit.trimmed') trimmed = trimmedTo(entry) ?? trimmed
      if (entry.seq === expected?.seq) hasExpected = isSameMac(entry.mac, expected.mac)
      last = { seq: entry.seq, mac: entry.mac }
      entries++
    }
    if (page.length < pageSize) break
  }
  if (first !== undefined) checkBeginning(chain, realmId, first, trimmed, report)
  checkEnd(chain, realmId, head, last, report)
  if (expected !== undefined && !hasExpected && !(trimmed !== undefined && expected.seq <= trimmed.seq)) {
    report(`Entry ${expected.seq}, which was noted earlier, is missing or another one.`)
  }
  return { entries, first: first?.at, head: last ?? emptyChain, problems }
}

/** An entry without its personal values has a code of its own, which covers the one that the next entry builds on. */
const isAuthentic = (chain: AuditChain, realmId: number, previousMac: string, entry: AuditEntry): boolean =>
  entry.redactionMac === null
    ? isSameMac(chain.macOf(realmId, previousMac, entry), entry.mac)
    : isSameMac(chain.redactionMac(realmId, entry), entry.redactionMac)

const missingText = (from: number, to: number) =>
  from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`

/** The kinds that begin a log. */
const beginnings: readonly string[] = ['audit.started', 'organization.created']

function checkBeginning(
  chain: AuditChain,
  realmId: number,
  first: AuditEntry,
  trimmed: ChainHead | undefined,
  report: (text: string) => void,
): void {
  if (first.seq === 1) {
    if (!beginnings.includes(first.kind)) report('The beginning of the log is missing: it was started anew.')
    return
  }
  if (trimmed?.seq !== first.seq - 1) {
    report(missingText(1, first.seq - 1))
    return
  }
  if (!isAuthentic(chain, realmId, trimmed.mac, first)) {
    report(`Entry ${first.seq} was changed, or does not belong there.`)
  }
}

function checkEnd(
  chain: AuditChain,
  realmId: number,
  head: (ChainHead & { headMac: string }) | undefined,
  last: ChainHead | undefined,
  report: (text: string) => void,
): void {
  if (head === undefined) {
    report('The log is missing.')
    return
  }
  if (!isSameMac(chain.headMac(realmId, head), head.headMac)) {
    report('The record of the newest entry was changed.')
  }
  const end = last ?? emptyChain
  if (head.seq > end.seq) report(missingText(end.seq + 1, head.seq))
  else if (head.seq < end.seq) report(`Entries after ${head.seq} were added by another program.`)
  else if (!isSameMac(head.mac, end.mac)) report(`Entry ${end.seq} is not the newest one that was recorded.`)
}

/** The last entry before those that are left, as an entry about trimming names it. */
function trimmedTo({ after }: AuditEntry): ChainHead | undefined {
  const { through, code } = JSON.parse(after ?? '{}') as { through?: number; code?: string }
  return through === undefined || code === undefined ? undefined : { seq: through, mac: code }
}

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { AuditEntry } from './entry.ts'

/** The newest entry of an organization, as its head row records it. */
export interface ChainHead {
  seq: number
  /** Authenticates the newest entry. */
  mac: string
}

/** A chain without entries. */
export const emptyChain: ChainHead = { seq: 0, mac: '' }

/**
 * Authenticates the entries of an organization. Each code covers an entry and the code before it, with a key that the database holds only
 * sealed. An attacker with write access to the database therefore cannot compute the code of a changed entry, or of the entry after a
 * removed one.
 */
export class AuditChain {
  readonly #key: string

  constructor(key: string) {
    this.#key = key
  }

  macOf(realmId: number, previousMac: string, entry: EntryFields): string {
    return this.#mac('entry', realmId, previousMac, digestOf(entry))
  }

  /**
   * Authenticates an entry whose personal values were removed. Its own code stays, so that the chain goes on, but can no longer be recomputed.
   * It has a key, so nobody can find the values by trying.
   */
  redactionMac(realmId: number, entry: EntryFields & Pick<AuditEntry, 'mac'>): string {
    return this.#mac('redacted', realmId, entry.mac, digestOf(entry))
  }

  /** Authenticates the number of entries, so that removing the newest ones shows. */
  headMac(realmId: number, { seq, mac }: ChainHead): string {
    return this.#mac('head', realmId, seq, mac)
  }

  /** Signs the chain of custody of an archive, by its SHA-256. */
  custodyMac(realmId: number, sha256: string): string {
    return this.#mac('custody', realmId, sha256)
  }

  #mac(...parts: (string | number)[]): string {
    return createHmac('sha256', this.#key).update(parts.join('\0')).digest('base64url')
  }
}

/** The fields that a code covers. */
type EntryFields = Omit<AuditEntry, 'mac' | 'redactionMac'>

/** The entry as one text: a list, because the order of fields in an object would have to be fixed as well. */
function digestOf(entry: EntryFields): string {
  const { seq, at, kind, actorId, credential, credentialId, address } = entry
  const { targetType, targetId, targetName, before, after } = entry
  const fields = [seq, at.toISOString(), kind, actorId, credential, credentialId, address]
  const text = JSON.stringify([...fields, targetType, targetId, targetName, before, after])
  return createHash('sha256').update(text).digest('base64url')
}

export function isSameMac(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

import { randomUUID } from 'node:crypto'
import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteReservation, lockSpace, putReservation } from './reservation-store.ts'

const mebibyte = 1_048_576
/** Longer than the server's request timeout. */
const reservationTtlMs = 3_600_000

export const quotaBytes = ({ config }: App): number | undefined =>
  config.uploadQuota === null ? undefined : config.uploadQuota * mebibyte

/** Whether the quota has room for this many more bytes. Locks the space until the transaction ends. */
export async function fits(app: App, tx: Tx, bytes: number): Promise<boolean> {
  const used = await lockSpace(tx, new Date(app.clock.now()))
  return used + bytes <= (quotaBytes(app) ?? Number.POSITIVE_INFINITY)
}

/** Reserved space for an upload in progress. Reserves nothing without a quota. */
export class SpaceReservation {
  readonly #app: App
  readonly #realm: Realm
  readonly #id = randomUUID()
  /** Undefined for a file of unknown size, which reserves space in steps. */
  readonly #expected: number | undefined
  #bytes = 0

  constructor(app: App, realm: Realm, expected?: number) {
    this.#app = app
    this.#realm = realm
    this.#expected = expected
  }

  /** Extends the reservation to this size. Throws if that exceeds the quota. */
  async cover(size: number): Promise<void> {
    if (size <= this.#bytes || quotaBytes(this.#app) === undefined) return
    if (this.#expected === undefined && (await this.#hasGrown(size + mebibyte))) return
    if (!(await this.#hasGrown(size))) throw apiError('upload-quota-exceeded')
  }

  async #hasGrown(bytes: number): Promise<boolean> {
    const hasRoom = await this.#realm.transact(async (tx) => {
      if (!(await fits(this.#app, tx, bytes - this.#bytes))) return false
      await this.#put(tx, bytes)
      return true
    })
    if (hasRoom) this.#bytes = bytes
    return hasRoom
  }

  /** Takes over the space of a resumable upload that is removed in the same transaction. */
  async takeOver(tx: Tx, bytes: number): Promise<void> {
    if (quotaBytes(this.#app) === undefined) return
    await this.#put(tx, bytes)
    this.#bytes = bytes
  }

  async #put(tx: Tx, bytes: number): Promise<void> {
    const expiresAt = new Date(this.#app.clock.now() + reservationTtlMs)
    await putReservation(tx, { id: this.#id, bytes, expiresAt })
  }

  /** Ends the reservation in the transaction that adds the file. */
  async end(tx: Tx): Promise<void> {
    if (this.#bytes > 0) await deleteReservation(tx.db, this.#id)
  }

  /** Ends the reservation after success or failure. */
  async release(): Promise<void> {
    if (this.#bytes > 0) await deleteReservation(this.#app.database.db, this.#id)
  }
}

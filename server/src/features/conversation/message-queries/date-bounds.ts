import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import { findFirstIdSince } from './date-bounds-store.ts'
import type { Narrow } from './narrow.ts'
import type { IdBounds } from './narrow-dates.ts'

/** IDs of an organization ascend with time, imported ones too, but for clocks of several servers that differ. */
const maxClockDifferenceMs = 10 * 60_000

const boundariesSlot = new Slot<App, BoundedCache<string, number>>()

/**
 * The narrow with bounds on IDs, so that searches before a day start there and not at the newest message. Previews of imports have none: messages
 * of the old server may come late.
 */
export async function withDateBounds(app: App, db: Db, realm: Realm, narrow: Narrow): Promise<Narrow> {
  if (realm.directory.realm.previewOf !== null) return narrow
  // Only the narrowest days matter, so that many conditions take no more than two statements.
  let since: number | undefined
  let before: number | undefined
  for (const condition of narrow.conditions) {
    if (condition.kind !== 'sent') continue
    const isBefore = (condition.side === 'before') !== condition.negated
    if (isBefore) before = Math.min(before ?? condition.moment, condition.moment)
    else since = Math.max(since ?? condition.moment, condition.moment)
  }
  if (since === undefined && before === undefined) return narrow
  const bounds: IdBounds = { from: 0, below: noBound }
  if (before !== undefined)
    bounds.below = await firstIdSince(app, db, realm.id, before + maxClockDifferenceMs)
  if (since !== undefined) {
    const id = await firstIdSince(app, db, realm.id, Math.min(since - maxClockDifferenceMs, latest(app)))
    if (id !== noBound) bounds.from = id
  }
  return { ...narrow, bounds }
}

const noBound = Number.MAX_SAFE_INTEGER

/** A moment before which no more messages are sent; the same for a while, so that its ID can be cached. */
const latest = ({ clock }: App) => Math.floor(clock.now() / maxClockDifferenceMs - 2) * maxClockDifferenceMs

/** The ID of the first message sent since a moment; the highest number if there is none yet. */
async function firstIdSince(app: App, db: Db, realmId: number, moment: number): Promise<number> {
  const known = app.slots.get(boundariesSlot) ?? app.slots.set(boundariesSlot, new BoundedCache(1_000))
  const key = `${realmId} ${moment}`
  const cached = known.get(key)
  if (cached !== undefined) return cached
  const id = (await findFirstIdSince(db, realmId, new Date(moment))) ?? noBound
  // A message sent earlier cannot follow any more.
  if (id !== noBound) known.set(key, id)
  return id
}

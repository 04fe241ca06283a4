import { apiError, type LegalHoldObject, maxHolds } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { assertRole } from '../../../http/request/gate.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { trim } from '../../../text.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { checkedScope, type ScopeRequest } from './scope.ts'
import { findHold, type HoldRow, holdsOf, insertHold, markReleased } from './store.ts'

const seconds = (at: Date | null) => at && toSeconds(at.getTime())

export const presentHold = (row: HoldRow): LegalHoldObject => ({
  legal_hold_id: row.id,
  name: row.name,
  user_ids: row.user_ids,
  channel_ids: row.channel_ids,
  sent_from: seconds(row.sent_from),
  sent_until: seconds(row.sent_until),
  created_by: row.created_by,
  created_at: toSeconds(row.created_at.getTime()),
  released_by: row.released_by,
  released_at: seconds(row.released_at),
})

/** Places a hold. Exclusive, as deletions are: each of them is before or after it. No event: only owners who look see it. */
export async function createHold(
  app: App,
  realm: Realm,
  callerId: number,
  request: ScopeRequest & { name: string },
): Promise<number> {
  const { directory } = realm
  const name = trim(request.name)
  if (name === '') throw apiError('legal-hold-name-empty')
  return await realm.transactExclusively(async (tx) => {
    assertRole('owner', callerOf(directory, callerId))
    const scope = checkedScope(directory, request)
    const inForce = (await holdsOf(tx.db, realm.id)).filter((hold) => hold.released_at === null)
    if (inForce.length >= maxHolds) throw apiError('legal-hold-limit-reached', { max: maxHolds })
    const created_at = new Date(app.clock.now())
    const id = await insertHold(tx, { name, ...scope, created_by: callerId, created_at })
    tx.audit({
      kind: 'legal_hold.placed',
      target: { type: 'legal_hold', id, name },
      after: { ...request, name },
    })
    return id
  })
}

export async function releaseHold(app: App, realm: Realm, callerId: number, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    assertRole('owner', callerOf(realm.directory, callerId))
    const hold = await findHold(tx.db, realm.id, id)
    if (hold === undefined) throw apiError('legal-hold-not-found')
    if (hold.released_at !== null) throw apiError('legal-hold-released')
    await markReleased(tx, id, callerId, new Date(app.clock.now()))
    tx.audit({ kind: 'legal_hold.released', target: { type: 'legal_hold', id, name: hold.name } })
  })
}

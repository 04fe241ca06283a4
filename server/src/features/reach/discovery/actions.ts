import { apiError, type DiscoveryExportObject, type DiscoveryQuery } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory } from '../../../directory/directory.ts'
import { assertRole } from '../../../http/request/gate.ts'
import { enqueue } from '../../../jobs/store.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { trim } from '../../../text.ts'
import { deleteFiles } from '../../identity/pictures/files.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { exportKey } from '../exports/jobs.ts'
import { checkedScope } from '../legal-hold/scope.ts'
import { makeDiscoveries } from './jobs.ts'
import {
  type DiscoveryRow,
  discoveriesOf,
  findDiscovery,
  insertDiscovery,
  markDiscoveryDeleted,
} from './store.ts'

const maxRequestsPerDay = 20
const dayMs = 86_400_000

export const stateOf = (row: DiscoveryRow) => {
  if (row.deleted_at !== null) return 'deleted'
  if (row.failed_at !== null) return 'failed'
  return row.finished_at === null ? 'pending' : 'finished'
}

export const presentDiscovery = ({ url }: Directory, row: DiscoveryRow): DiscoveryExportObject => ({
  discovery_export_id: row.id,
  requested_by: row.requester_id,
  requested_at: toSeconds(row.requested_at.getTime()),
  query: row.query,
  state: stateOf(row),
  messages_total: row.messages_total,
  messages_read: row.messages_read,
  download_url: stateOf(row) === 'finished' ? `${url}/discovery/${row.id}` : null,
})

/** Requests an export, which a background job creates. */
export async function requestDiscovery(
  app: App,
  realm: Realm,
  callerId: number,
  request: DiscoveryQuery,
): Promise<number> {
  const { directory } = realm
  const words = request.words.map(trim)
  if (words.includes('')) throw apiError('discovery-word-empty')
  return await realm.transactExclusively(async (tx) => {
    assertRole('owner', callerOf(directory, callerId))
    const scope = checkedScope(directory, request)
    const now = app.clock.now()
    const recent = (await discoveriesOf(tx.db, realm.id)).filter(
      (row) => row.requested_at.getTime() > now - dayMs,
    )
    if (recent.length >= maxRequestsPerDay)
      throw apiError('discovery-export-limit-exceeded', { max: maxRequestsPerDay })
    const { sent_from, sent_until } = request
    const query: DiscoveryQuery = { ...scope, sent_from, sent_until, words: [...new Set(words)] }
    const file = `discovery-${randomKey(48)}.zip`
    const id = await insertDiscovery(tx, { requesterId: callerId, query, file, now: new Date(now) })
    tx.audit({ kind: 'discovery.requested', target: { type: 'discovery_export', id }, after: { ...query } })
    await enqueue(tx.db, makeDiscoveries, {}, { key: makeDiscoveries.name })
    return id
  })
}

export async function deleteDiscovery(app: App, realm: Realm, callerId: number, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    assertRole('owner', callerOf(realm.directory, callerId))
    const row = await findDiscovery(tx.db, realm.id, id)
    const isDeleted = row !== undefined && (await markDiscoveryDeleted(tx, id, new Date(app.clock.now())))
    if (row === undefined || !isDeleted) throw apiError('discovery-export-not-found')
    tx.audit({ kind: 'discovery.deleted', target: { type: 'discovery_export', id } })
    await enqueue(tx.db, deleteFiles, { keys: [exportKey(realm.id, row.file)] })
  })
}

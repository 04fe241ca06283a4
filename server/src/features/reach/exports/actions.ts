import type { ExportType } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { assertRole } from '../../../http/request/gate.ts'
import { enqueue } from '../../../jobs/store.ts'
import { randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteFiles } from '../../identity/pictures/files.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { uploadedBytes } from './files.ts'
import { exportKey, makeExports } from './jobs.ts'
import { publishExports } from './publish.ts'
import { assertDeletable, assertFewRequests, assertNotTooLarge, assertUsable } from './rules.ts'
import { countMessages, exportsOf, findExport, insertExport, markDeleted } from './store.ts'

/** Requests an export, which a background job creates. */
export async function requestExport(
  app: App,
  realm: Realm,
  callerId: number,
  type: ExportType,
): Promise<number> {
  const { directory } = realm
  const { exportLimits } = app.config
  const { db } = app.database
  const size = {
    messages: await countMessages(db, realm.id, exportLimits.messages + 1),
    bytes: await uploadedBytes(db, realm.id),
  }
  return await realm.transactExclusively(async (tx) => {
    assertRole('admin', callerOf(directory, callerId))
    assertFewRequests(await exportsOf(tx.db, realm.id), app.clock.now())
    assertNotTooLarge(size, exportLimits)
    assertUsable(directory, type)
    const file = `${randomKey(48)}.zip`
    const now = new Date(app.clock.now())
    const id = await insertExport(tx, { requesterId: callerId, type, file, now })
    tx.audit({ kind: 'export.requested', target: { type: 'export', id }, after: { type } })
    await enqueue(tx.db, makeExports, {}, { key: makeExports.name })
    await publishExports(tx, directory, app.signer)
    return id
  })
}

export async function deleteExport(app: App, realm: Realm, callerId: number, id: number): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    assertRole('admin', callerOf(directory, callerId))
    const row = await findExport(tx.db, realm.id, id)
    assertDeletable(row)
    await markDeleted(tx, id, new Date(app.clock.now()))
    tx.audit({ kind: 'export.deleted', target: { type: 'export', id } })
    // The URL stops working immediately, so the file can be deleted without delay.
    await enqueue(tx.db, deleteFiles, { keys: [exportKey(realm.id, row.file)] })
    await publishExports(tx, directory, app.signer)
  })
}

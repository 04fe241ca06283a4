import type { App } from '../../../app.ts'
import { deleteRealm } from './deletion-store.ts'

/** Deletes a deactivated organization that is due: rows, then files. False if it is not due. */
export async function deleteOrganization(app: App, realmId: number): Promise<boolean> {
  const now = new Date(app.clock.now())
  if (!(await app.database.withoutTimeouts((db) => deleteRealm(db, realmId, now)))) return false
  for (const deleteFiles of app.realms.extensions.realmDeleted) await deleteFiles(app.files, realmId)
  return true
}

import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { deleteOrganization } from '../../administration/realm-lifecycle/delete.ts'
import { condemnRealm, unfinishedImports } from './organization-store.ts'

/**
 * Removes everything of an import that did not finish: rows and files. False if another process is still at it. `isOwn`:
 * by the process that imported, whose lock may outlive its connection for a moment.
 */
export async function removeImport(app: App, realmId: number, isOwn = false): Promise<boolean> {
  if (!(await condemnRealm(app.database.db, realmId, new Date(app.clock.now()), isOwn))) return false
  return await deleteOrganization(app, realmId)
}

/** Removes imports whose process died. */
export async function removeAbandonedImports(app: App): Promise<number> {
  let count = 0
  for (const realmId of await unfinishedImports(app.database.db)) {
    if (await removeImport(app, realmId)) count++
  }
  return count
}

export const removeAbandoned = job<object>({
  name: 'remove-abandoned-imports',
  every: '*/10 * * * *',
  run: async (app) => {
    const count = await removeAbandonedImports(app)
    if (count > 0) app.logger.info({ count }, 'removed abandoned imports')
  },
})

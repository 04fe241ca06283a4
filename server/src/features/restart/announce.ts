import type { App } from '../../app.ts'
import { versionFields } from '../../version.ts'
import { realmsWithQueues } from './store.ts'

/**
 * Tells every queue that was there before that the server was started anew. To be called before anybody can make another: those
 * who come later know it already.
 */
export async function announceStart(app: App): Promise<void> {
  for (const id of await realmsWithQueues(app.database.db)) {
    const realm = await app.realms.byId(id)
    if (realm.directory.realm.deactivated) continue
    await realm.transact(async (tx) => {
      const server = { ...versionFields, server_generation: app.generation }
      tx.publish({ type: 'restart', ...server }, { everyone: true })
      tx.publish({ type: 'web_reload_client', immediate: false }, { everyone: true })
    })
  }
}

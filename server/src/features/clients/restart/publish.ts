import type { App } from '../../../app.ts'
import type { NewEvent } from '../../../events/store.ts'
import { versionFields } from '../../../version.ts'
import { appendToLogsWithQueues } from './store.ts'

/**
 * Tells every queue that was there before that the server was started anew. To be called before anybody can make another: those
 * who come later know it already. Everybody waits for it, so it appends to the logs without loading whose they are.
 */
export async function publishRestart({ database, wakeups, generation }: App): Promise<void> {
  const bodies: NewEvent['body'][] = [
    { type: 'restart', ...versionFields, server_generation: generation },
    { type: 'web_reload_client', immediate: false },
  ]
  const events = bodies.map((body) => ({ body, audience: { everyone: true }, touches: null }) as const)
  for (const id of await appendToLogsWithQueues(database.db, events)) wakeups.notifyLog(id)
}

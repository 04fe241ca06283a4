import type { App } from '../../../app.ts'
import type { NewEvent } from '../../../events/store.ts'
import { versionFields } from '../../../version.ts'
import { appendToLogsWithQueues } from './store.ts'

/**
 * Publishes a restart to all existing queues. Must run before new queues can be created, whose clients do not
 * need it. Startup waits for this, so it appends to the logs without loading the organizations.
 */
export async function publishRestart({ database, wakeups, generation }: App): Promise<void> {
  const bodies: NewEvent['body'][] = [
    { type: 'restart', ...versionFields, server_generation: generation },
    { type: 'web_reload_client', immediate: false },
  ]
  const events = bodies.map((body) => ({ body, audience: { everyone: true }, touches: null }) as const)
  for (const id of await appendToLogsWithQueues(database.db, events)) wakeups.notifyLog(id)
}

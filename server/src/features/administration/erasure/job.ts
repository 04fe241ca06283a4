import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { continueErasure } from './steps.ts'
import { nextErasure } from './store.ts'

/**
 * Continues erasures, batch by batch. Each batch is one transaction that also stores how far it is, so that another process continues where
 * one died.
 */
export const erasePeople = job<object>({
  name: 'erase-people',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    await runErasures(app, stopping)
  },
})

export async function runErasures(app: App, stopping?: AbortSignal): Promise<void> {
  const failed: number[] = []
  for (;;) {
    const erasure = await nextErasure(app.database.db, failed)
    if (erasure === undefined || stopping?.aborted) return
    try {
      await continueErasure(app, erasure)
    } catch (error) {
      app.logger.error(
        { err: error, realm_id: erasure.realmId, step: erasure.step },
        'could not continue an erasure',
      )
      failed.push(erasure.userId)
    }
  }
}

import { enqueueImportedCount } from '../../administration/statistics/count-store.ts'
import { collectAgain } from '../../conversation/similar-words/word-store.ts'
import { activityPeriodMs } from '../../places/channels/activity.ts'
import { trafficDays } from '../../places/channels/traffic.ts'
import { countTraffic } from '../../places/channels/traffic-store.ts'
import { storeAccount } from '../follow/follow-store.ts'
import { storeBase } from '../follow/move/base-store.ts'
import { ImportError } from '../import-error.ts'
import { finishFiles } from './files.ts'
import { countImportedTraffic, markQuietChannels, storeFirstMessages } from './finish-store.ts'
import type { ImportJob } from './job.ts'
import { setDurableCommits, showRealm, storeCounts } from './organization-store.ts'

const dayMs = 86_400_000

/** Brings derived data up to date, and makes the organization visible with the last transaction. */
export async function finishImport(job: ImportJob): Promise<void> {
  job.progress.stage('finishing')
  const { db, realmId, app } = job
  const midnight = Math.floor(app.clock.now() / dayMs) * dayMs
  await storeFirstMessages(db, realmId)
  await markQuietChannels(db, realmId, new Date(app.clock.now() - activityPeriodMs))
  const period = [new Date(midnight - trafficDays * dayMs), new Date(midnight)] as const
  await countImportedTraffic(db, realmId, ...period)
  await collectAgain(db, realmId)
  await countTraffic(db, ...period)
  await finishFiles(job)
  job.signal.throwIfAborted()
  await setDurableCommits(db, true)
  const { subdomain, follow } = job
  const isShown = await db.transaction().execute(async (tx) => {
    if (!(await showRealm(tx, realmId, subdomain, new Date(app.clock.now()), follow?.url ?? null)))
      return false
    await storeCounts(tx, realmId, {
      messages: Object.fromEntries(job.storedMessages),
      lastId: job.lastMessageId,
      isByTime: job.kind.ordersByPosition === undefined,
    })
    await enqueueImportedCount(tx, realmId)
    if (follow !== undefined) {
      await storeAccount(tx, app.sealer, realmId, follow)
      await storeBase(tx, realmId)
    }
    return true
  })
  if (!isShown) {
    throw new ImportError('archive-subdomain-taken', { subdomain })
  }
}

import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import { sendDirectNotice } from '../../conversation/messages/notices.ts'
import { exportKey } from '../exports/jobs.ts'
import { inSnapshot, withExportLock } from '../exports/snapshot-store.ts'
import { writeCopy } from './make.ts'
import { type CopyRow, countAttempt, finishCopy, nextCopy, removeOld } from './store.ts'

export const copyPath = '/data-copy.zip'
/** How long a copy can be downloaded. */
export const copyDays = 7
const dayMs = 86_400_000
const maxAttempts = 3

/** Makes requested copies one by one, never beside an export. Recurring, because a process may die. */
export const makeDataCopies = job<object>({
  name: 'make-data-copies',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const tried: number[] = []
    while (!stopping?.aborted) {
      const row = await nextCopy(app.database.db, tried)
      if (row === undefined) return
      tried.push(row.user_id)
      const isMine = await app.database.withoutTimeouts((db) =>
        withExportLock(db, () => runAttempt(app, row, stopping)),
      )
      if (!isMine) return
    }
  },
})

async function runAttempt(app: App, row: CopyRow, stopping?: AbortSignal): Promise<void> {
  const realm = await app.realms.byId(row.realm_id)
  await realm.follower.advance()
  const key = exportKey(realm.id, row.file)
  const { db } = app.database
  const now = () => new Date(app.clock.now())
  const attempts = await countAttempt(db, row)
  try {
    if (attempts > maxAttempts) throw new Error('There were too many attempts.')
    await realm.readWithoutTimeouts((reader) =>
      inSnapshot(reader, (snapshot) =>
        writeCopy(
          app,
          snapshot,
          realm,
          row.user_id,
          (bytes) => app.files.put(key, bytes, { contentType: 'application/zip' }),
          stopping,
        ),
      ),
    )
    const bytes = (await app.files.get(key))?.size ?? 0
    if (!(await finishCopy(db, row, { finished_at: now(), bytes }))) return await app.files.delete(key)
  } catch (error) {
    if (stopping?.aborted) return
    app.logger.error({ err: error, realm_id: realm.id, attempts }, 'could not make a copy of data')
    if (attempts < maxAttempts) return
    await finishCopy(db, row, { failed_at: now() })
    return await app.files.delete(key)
  }
  const user = realm.directory.users.get(row.user_id)
  const url = `${realm.directory.url}${copyPath}`
  if (user?.isActive) {
    await sendDirectNotice(app, realm, user, (text) => text('dataCopy.ready', { url, days: copyDays }))
  }
}

/** Whether a copy can still be downloaded. */
export const isCurrent = ({ requested_at }: Pick<CopyRow, 'requested_at'>, now: number) =>
  now - requested_at.getTime() < copyDays * dayMs

/** Deletes copies after a week. */
export const deleteOldDataCopies = job<object>({
  name: 'delete-old-data-copies',
  every: '25 * * * *',
  run: async (app) => {
    const before = new Date(app.clock.now() - copyDays * dayMs)
    for (const { realmId, file } of await removeOld(app.database.db, before)) {
      await app.files.delete(exportKey(realmId, file))
    }
  },
})

import { exportWithConsent } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { job } from '../../../jobs/job.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import type { Realm } from '../../../realms/realm.ts'
import { notificationBot } from '../../../realms/system.ts'
import { noticesFor } from '../../../texts/notices.ts'
import { compose } from '../../conversation/messages/compose.ts'
import type { Draft } from '../../conversation/messages/draft.ts'
import { storeWithin } from '../../conversation/messages/outbox.ts'
import { directDestination } from '../../conversation/messages/resolve-destination.ts'
import { writeExport } from './make.ts'
import { exportPageUrl } from './present.ts'
import { publishExports } from './publish.ts'
import { inSnapshot, withExportLock } from './snapshot-store.ts'
import { countAttempt, type ExportRow, finishExport, nextPending } from './store.ts'

const folderOf = (realmId: number) => `exports/${realmId}`
export const exportKey = (realmId: number, file: string) => `${folderOf(realmId)}/${file}`

export async function deleteArchives(files: Storage, realmId: number): Promise<void> {
  await files.deleteAll(folderOf(realmId))
}

/** After this many attempts, the export is marked failed. */
const maxAttempts = 3

/**
 * Creates requested exports one by one. Recurring, because a process may die: its export is then still
 * pending and starts over.
 */
export const makeExports = job<object>({
  name: 'make-exports',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const tried: number[] = []
    while (!stopping?.aborted) {
      const row = await nextPending(app.database.db, tried)
      if (row === undefined) return
      tried.push(row.id)
      const isMine = await app.database.withoutTimeouts((db) =>
        withExportLock(db, () => runAttempt(app, row, stopping)),
      )
      // The running worker also processes queued exports.
      if (!isMine) return
    }
  },
})

async function runAttempt(app: App, row: ExportRow, stopping?: AbortSignal): Promise<void> {
  const realm = await app.realms.byId(row.realm_id)
  const key = exportKey(realm.id, row.file)
  const about = { realm_id: realm.id, export_id: row.id }
  const started = performance.now()
  const attempts = await countAttempt(app.database.db, row.id)
  // Counted at the start, so that attempts that crash the process count too.
  if (attempts > maxAttempts) return await fail(app, realm, row)
  try {
    const store = (bytes: Parameters<typeof app.files.put>[1]) =>
      app.files.put(key, bytes, { contentType: 'application/zip' })
    const figures = await realm.readWithoutTimeouts((db) =>
      inSnapshot(db, (snapshot) => writeExport(app, snapshot, realm, row.type, store, stopping)),
    )
    await finish(app, realm, row)
    const seconds = Math.round((performance.now() - started) / 1_000)
    app.logger.info({ ...about, seconds, ...figures }, 'made an export')
  } catch (error) {
    if (stopping?.aborted) return
    app.logger.error({ ...about, err: error, attempts }, 'could not make an export')
    if (attempts === maxAttempts) await fail(app, realm, row)
  }
}

/** The archive exists before anyone is notified, and all notifications are in one transaction. */
async function finish(app: App, realm: Realm, row: ExportRow): Promise<void> {
  await realm.follower.advance()
  const message = await noticeFor(app, realm, row)
  await realm.transactExclusively(async (tx) => {
    if (!(await finishExport(tx, row.id, { finished_at: new Date(app.clock.now()) }))) return
    await publishExports(tx, realm.directory, app.signer)
    if (message !== undefined) await storeWithin(tx, [message])
  })
}

async function noticeFor(app: App, realm: Realm, row: ExportRow): Promise<Draft | undefined> {
  const { directory } = realm
  const requester = directory.users.get(row.requester_id)
  if (!requester?.isActive) return undefined
  const bot = notificationBot(directory)
  const userIds = [bot.id, requester.id].sort((a, b) => a - b)
  const text = noticesFor(requester)
  const what = row.type === exportWithConsent ? text('export.withConsent') : text('export.public')
  const content = text('export.ready', { what, url: exportPageUrl(directory, row.id) })
  const place = await directDestination(app, realm, userIds)
  return (await compose(app, realm, bot, place, { content, clientName: 'Internal' })).draft
}

async function fail(app: App, realm: Realm, row: ExportRow): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    if (!(await finishExport(tx, row.id, { failed_at: new Date(app.clock.now()) }))) return
    await publishExports(tx, realm.directory, app.signer)
  })
  await app.files.delete(exportKey(realm.id, row.file))
}

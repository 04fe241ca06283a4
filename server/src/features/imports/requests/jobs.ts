import type { ImportReport, ReasonParams } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { withLease } from '../../../db/lease.ts'
import { job } from '../../../jobs/job.ts'
import type { ImportProblem } from '../import-error.ts'
import { cleanText } from '../text/clean.ts'
import { removeAbandonedImports } from '../write/abandoned.ts'
import { copyArchive, deleteCopies, folderOf, orphanedFolders } from './archive-files.ts'
import { type ImportRun, type RunOutcome, startRun } from './run.ts'
import {
  beginRun,
  copyAccount,
  endRun,
  nextRun,
  organizationImportedSince,
  postponeRun,
  type RequestedImport,
  removeInactive,
  removeRequest,
  saveProgress,
} from './store.ts'

/** Runs that died with their server before the import counts as failed. */
const maxAttempts = 3
const progressIntervalMs = 1_000
/** How long an import may remain unfinished without activity. */
export const inactiveMs = 7 * 86_400_000

const interrupted: ImportProblem = { reason: 'archive-import-unfinished', params: {} }

/** Runs requested imports one by one. Recurring, because a process may die: its import then starts over. */
export const runImports = job<object>({
  name: 'run-imports',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    await withLease(app.database.db, 'run imports', async () => {
      while (!stopping?.aborted) {
        const row = await nextRun(app.database.db)
        if (row === undefined) return
        await deleteCopies(app)
        await runImport(app, row, stopping)
        await deleteCopies(app)
      }
    })
  },
})

async function runImport(app: App, row: RequestedImport, stopping?: AbortSignal): Promise<void> {
  const { db } = app.database
  const newRealmId = await realmOfLastRun(app, row)
  if (newRealmId !== undefined) return await finish(app, row, finalReport(row, newRealmId))
  if (row.state === 'canceling') return await remove(app, row)
  if (row.attempts >= maxAttempts) return await fail(app, row, interrupted)
  if (!(await beginRun(db, row.id, new Date(app.clock.now())))) return
  const { outcome, isCanceled } = await attempt(app, row, stopping)
  if (outcome?.kind === 'done') return await finish(app, row, outcome.report)
  // An importer that failed has removed everything itself, unless it died.
  if (outcome !== undefined) await removeAbandonedImports(app)
  if (isCanceled) await remove(app, row)
  else if (outcome === undefined) await postponeRun(db, row.id)
  else await fail(app, row, outcome.problem ?? interrupted)
}

/** No outcome if the server stops or the import is canceled. */
async function attempt(
  app: App,
  row: RequestedImport,
  stopping?: AbortSignal,
): Promise<{ outcome: RunOutcome | undefined; isCanceled: boolean }> {
  const ended = new AbortController()
  const signal = stopping === undefined ? ended.signal : AbortSignal.any([ended.signal, stopping])
  let run: ImportRun | undefined
  let isCanceled = false
  let saving: Promise<unknown> | undefined
  const watch = setInterval(() => {
    saving ??= saveProgress(app.database.db, row.id, run?.progress())
      .then((state) => {
        if (state === 'running' || isCanceled) return
        isCanceled = true
        ended.abort()
        run?.cancel()
      })
      // The next one will do.
      .catch(() => {})
      .finally(() => {
        saving = undefined
      })
  }, progressIntervalMs)
  try {
    const path = await copyArchive(app, row, signal)
    signal.throwIfAborted()
    run = startRun(app, await orderFor(app, row, path))
    stopping?.addEventListener('abort', run.kill, { once: true })
    const outcome = await run.outcome
    stopping?.removeEventListener('abort', run.kill)
    return { outcome: stopping?.aborted ? undefined : outcome, isCanceled }
  } catch (error) {
    if (signal.aborted) return { outcome: undefined, isCanceled }
    app.logger.error({ err: error, realm_id: row.realm_id }, 'an import could not be started')
    return { outcome: { kind: 'failed', problem: undefined }, isCanceled }
  } finally {
    clearInterval(watch)
    await saving
  }
}

async function orderFor(app: App, row: RequestedImport, path: string) {
  const realm = await app.realms.byId(row.realm_id)
  const owner = realm.directory.users.get(row.owner_id)
  return {
    source: row.source,
    path,
    fileName: row.file_name,
    ownerEmail: owner?.deliveryEmail ?? '',
    isDryRun: row.is_dry_run,
    options: row.options ?? { downloadFiles: false, keepUnread: false, privateChannels: false },
    emails: row.emails,
  }
}

/** The organization, if an earlier run imported the archive and its server died before it could say so. */
async function realmOfLastRun(app: App, row: RequestedImport): Promise<number | undefined> {
  const { options, run_started_at: since, is_dry_run: isDryRun } = row
  if (row.state === 'waiting' || isDryRun || since === null || options?.subdomain === undefined)
    return undefined
  return await organizationImportedSince(app.database.db, options.subdomain, since)
}

/** The report of the dry run, in place of the one that was lost. */
const finalReport = ({ report, options }: RequestedImport, realmId: number): ImportReport | null =>
  report && {
    ...report,
    organization: {
      ...report.organization,
      subdomain: options?.subdomain ?? report.organization.subdomain,
      realm_id: realmId,
    },
    dry_run: false,
  }

async function finish(app: App, row: RequestedImport, report: ImportReport | null): Promise<void> {
  const { db } = app.database
  const now = new Date(app.clock.now())
  if (row.is_dry_run) {
    const isShown = await endRun(db, row.id, { state: 'checked', report: report ?? undefined, now })
    return isShown ? undefined : await remove(app, row)
  }
  const newRealmId = report?.organization.realm_id
  if (newRealmId) await copyAccount(db, row.owner_id, newRealmId)
  await endRun(db, row.id, { state: 'imported', report: report ?? undefined, now })
  await app.files.deleteAll(folderOf(row))
  app.logger.info({ realm_id: row.realm_id, new_realm_id: newRealmId }, 'imported an archive')
}

async function fail(app: App, row: RequestedImport, { reason, params }: ImportProblem): Promise<void> {
  const now = new Date(app.clock.now())
  const clean = Object.entries(params).map(([name, value]) => [name, cleanText(String(value))])
  const problem = { reason, params: Object.fromEntries(clean) as ReasonParams }
  const isShown = await endRun(app.database.db, row.id, { state: 'failed', problem, now })
  if (!isShown) await remove(app, row)
}

async function remove(app: App, row: Pick<RequestedImport, 'id' | 'realm_id'>): Promise<void> {
  await removeRequest(app.database.db, row.id)
  await app.files.deleteAll(folderOf(row))
}

/** Deletes imports that nobody continued, and archives whose import is gone. */
export const deleteOldImports = job<object>({
  name: 'delete-old-imports',
  every: '50 4 * * *',
  run: async (app) => {
    const before = new Date(app.clock.now() - inactiveMs)
    for (const row of await removeInactive(app.database.db, before)) await app.files.deleteAll(folderOf(row))
    for (const folder of await orphanedFolders(app)) await app.files.deleteAll(folder)
  },
})

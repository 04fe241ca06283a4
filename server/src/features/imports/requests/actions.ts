import { apiError, type ImportSource } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { ImportOptions } from '../../../db/tables/imports.ts'
import type { User } from '../../../directory/directory.ts'
import { enqueue } from '../../../jobs/store.ts'
import { randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { checkSubdomain } from '../../administration/realm-lifecycle/subdomain.ts'
import { emailsIn } from '../emails.ts'
import { folderOf } from './archive-files.ts'
import { runImports } from './jobs.ts'
import {
  assertFewEmails,
  assertImportsAllowed,
  assertSize,
  assertStartable,
  isReplaceable,
  isUnderWay,
} from './rules.ts'
import {
  cancelRun,
  importOf,
  insertImport,
  lockedImport,
  type RequestedImport,
  removeRequest,
  startRun,
} from './store.ts'

/** Creates an import, to which the archive can be uploaded. */
export async function createImport(
  app: App,
  realm: Realm,
  user: User,
  archive: { source: ImportSource; fileName: string; size: number },
): Promise<RequestedImport> {
  assertImportsAllowed(app.config, realm)
  assertSize(app.config, archive.size)
  const old = await importOf(app.database.db, realm.id)
  if (old !== undefined) {
    if (!isReplaceable(old)) throw apiError('import-unfinished')
    await remove(app, old)
  }
  await realm.transact(async (tx) => {
    const isNew = await insertImport(tx.db, {
      id: randomKey(32),
      realm_id: realm.id,
      owner_id: user.id,
      source: archive.source,
      file_name: archive.fileName,
      size: archive.size,
      active_at: new Date(app.clock.now()),
    })
    if (!isNew) throw apiError('import-unfinished')
    tx.audit({ kind: 'import.uploaded', target: { type: 'import', name: archive.fileName }, after: archive })
  })
  return await reloaded(app, realm)
}

export interface StartRequest {
  id: string
  isDryRun: boolean
  options: ImportOptions
  /** Addresses as CSV, in addition to those given before. */
  emails: string | undefined
}

/** Enqueues a dry run or an import of the uploaded archive. */
export async function startImport(
  app: App,
  realm: Realm,
  user: User,
  { id, isDryRun, options, emails }: StartRequest,
): Promise<RequestedImport> {
  assertImportsAllowed(app.config, realm)
  const added = emails === undefined ? new Map<string, string>() : emailsIn(emails)
  if (added === undefined) throw apiError('import-emails-invalid')
  if (!isDryRun || options.subdomain !== undefined) {
    if ((await checkSubdomain(app, options.subdomain ?? '')) !== 'available')
      throw apiError('import-subdomain-unavailable')
  }
  await realm.transact(async (tx) => {
    const row = await lockedImport(tx.db, realm.id, id)
    if (row === undefined) throw apiError('import-not-found')
    assertStartable(row)
    const all = { ...row.emails, ...Object.fromEntries(added) }
    assertFewEmails(all)
    await startRun(tx.db, id, {
      ownerId: user.id,
      isDryRun,
      options,
      emails: all,
      now: new Date(app.clock.now()),
    })
    const after = { dry_run: isDryRun, source: row.source, subdomain: options.subdomain ?? null }
    tx.audit({ kind: 'import.started', target: { type: 'import', name: row.file_name }, after })
    await enqueue(tx.db, runImports, {}, { key: runImports.name })
  })
  return await reloaded(app, realm)
}

/** Removes an import. A running one is told to end, and removed by the process that runs it. */
export async function deleteImport(app: App, realm: Realm, id: string): Promise<void> {
  assertImportsAllowed(app.config, realm)
  const removed = await realm.transact(async (tx) => {
    const row = await lockedImport(tx.db, realm.id, id)
    if (row === undefined) throw apiError('import-not-found')
    if (isUnderWay(row)) await cancelRun(tx.db, id)
    else await removeRequest(tx.db, id)
    tx.audit({ kind: 'import.deleted', target: { type: 'import', name: row.file_name } })
    return isUnderWay(row) ? undefined : row
  })
  if (removed !== undefined) await app.files.deleteAll(folderOf(removed))
}

/** The row goes first: files without a row are found and deleted later. */
async function remove(app: App, row: RequestedImport): Promise<void> {
  await removeRequest(app.database.db, row.id)
  await app.files.deleteAll(folderOf(row))
}

async function reloaded(app: App, realm: Realm): Promise<RequestedImport> {
  const row = await importOf(app.database.db, realm.id)
  if (row === undefined) throw apiError('import-not-found')
  return row
}

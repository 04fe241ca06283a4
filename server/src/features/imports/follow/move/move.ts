import type { App } from '../../../../app.ts'
import { isBackupRunning } from '../../../../backup/store.ts'
import { lockLog } from '../../../../events/store.ts'
import { Tx } from '../../../../events/transaction.ts'
import type { Realm } from '../../../../realms/realm.ts'
import { deleteOrganization } from '../../../administration/realm-lifecycle/delete.ts'
import { rebindTotp } from '../../../administration/second-factors/store.ts'
import { FollowError } from '../follow-error.ts'
import { deleteAccounts, lockFollower } from '../follow-store.ts'
import {
  createMoveTables,
  movedTotpUsers,
  movedUsers,
  moveLogins,
  moveMessageFlags,
  movePersonalLists,
  moveSettings,
} from './carry-over-store.ts'
import { type Comparison, compareWithImport, differencesIn } from './compare.ts'
import { importOf, replacedPreview, swapSubdomains } from './move-store.ts'

export interface MoveRequest {
  app: App
  /** A preview. */
  preview: Realm
  /** A later import of the same organization. */
  fresh: Realm
  isDryRun: boolean
  acceptsDifferences: boolean
  signal: AbortSignal
  onStatus(text: string): void
}

export interface MoveResult {
  comparison: Comparison
  isMoved: boolean
  /** Number of people whose changes were carried over. */
  people: number
}

/** Replaces a preview by a final import of the same organization, if both have the same messages. */
export async function movePreview(request: MoveRequest): Promise<MoveResult> {
  const { app, preview, fresh, isDryRun, acceptsDifferences, signal } = request
  await assertMovable(app, preview, fresh)
  return await app.database.withoutTimeouts((db) =>
    db.connection().execute(async (connection) => {
      // A follower would change the preview meanwhile.
      if (!(await lockFollower(connection, preview.id)))
        throw new FollowError('Another process follows the old server for this organization.')
      const comparison = await compareWithImport(connection, preview, fresh, request)
      const isAccepted = acceptsDifferences || differencesIn(comparison) === 0
      if (isDryRun || !isAccepted) return { comparison, isMoved: false, people: 0 }
      signal.throwIfAborted()
      return { comparison, isMoved: true, people: await replace(request, connection) }
    }),
  )
}

async function assertMovable(app: App, preview: Realm, fresh: Realm): Promise<void> {
  if (preview.directory.realm.previewOf === null) throw new FollowError('This organization is not a preview.')
  const { subdomain, previewOf, deactivated } = fresh.directory.realm
  if (preview.id === fresh.id || previewOf !== null)
    throw new FollowError(`"${subdomain}" is a preview itself: import the last export without --follow.`)
  const imported = await importOf(app.database.db, fresh.id)
  const source = await importOf(app.database.db, preview.id)
  if (deactivated || imported === undefined || imported.source !== source?.source)
    throw new FollowError(`"${subdomain}" was not imported from the same product as the preview.`)
}

/** Carries over what people did in the preview and swaps the two, in one transaction. */
async function replace({ app, preview, fresh, signal, onStatus }: MoveRequest, db: App['database']['db']) {
  const ids = { previewId: preview.id, freshId: fresh.id }
  const services = { sealer: app.sealer, extensions: app.realms.extensions, trail: app.trail }
  onStatus('carrying over what people did in the preview')
  const { people, events } = await db.transaction().execute(async (transaction) => {
    for (const realm of [preview, fresh].sort((a, b) => a.id - b.id)) {
      await realm.follower.advanceWithin(transaction, await lockLog(transaction, realm.id))
    }
    const { directory } = preview
    if (directory.realm.previewOf === null) throw new FollowError('This organization is not a preview.')
    const names = { preview: directory.realm.subdomain, fresh: fresh.directory.realm.subdomain }
    await createMoveTables(transaction, ids)
    await moveLogins(transaction, ids)
    for (const { before, after } of await movedTotpUsers(transaction)) {
      await rebindTotp(transaction, app.sealer, before, after)
    }
    await moveSettings(transaction)
    await movePersonalLists(transaction)
    await moveMessageFlags(transaction)
    const people = await movedUsers(transaction)
    const [before, after] = [preview, fresh].map((realm) => new Tx(transaction, realm.id, services))
    await deleteAccounts(before!)
    await swapSubdomains(transaction, ids, names, new Date(app.clock.now()))
    const nobody = { users: [] }
    const sessions = [...directory.users.keys()]
    before!.publish({ type: 'refresh' }, nobody, { realm: true, users: sessions, sessions })
    after!.publish({ type: 'refresh' }, nobody, {
      ...{ realm: true, alertWords: true },
      ...{ users: people, mutes: people },
      subscriptions: { channels: [...fresh.directory.channels.keys()], users: people },
    })
    await before!.finish()
    await after!.finish()
    signal.throwIfAborted()
    return { people: people.length, events: [before!.events, after!.events] as const }
  })
  await preview.afterCommit(events[0])
  await fresh.afterCommit(events[1])
  return people
}

/** Whether an organization took the place of its preview, coming from this subdomain. */
export async function isMovedFrom(app: App, realm: Realm, subdomain: string): Promise<boolean> {
  return (await importOf(app.database.db, realm.id))?.movedFrom === subdomain
}

/**
 * Deletes the preview that an import has replaced. False while a backup runs, which needs its files; the job
 * `delete-organizations` deletes it later.
 */
export async function deleteReplacedPreview(app: App, fresh: Realm): Promise<boolean> {
  const id = await replacedPreview(app.database.db, fresh.id)
  if (id === undefined) return true
  if (await isBackupRunning(app.database.db)) return false
  return await deleteOrganization(app, id)
}

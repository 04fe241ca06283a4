import {
  apiError,
  manageFoldersDenial,
  maxChannelFolders,
  maxFolderDescriptionLength,
  maxFolderNameLength,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import { caseless, type User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { badCharacterAt, isLongerThan, trim } from '../../../text.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { presentFolder, presentPreferences } from './present.ts'
import * as store from './store.ts'

export async function createFolder(
  app: App,
  realm: Realm,
  callerId: number,
  input: { name: string; description: string },
): Promise<number> {
  return await asManager(realm, callerId, async (tx, caller) => {
    const folders = await store.loadFolders(tx.db, realm.id)
    if (folders.length >= maxChannelFolders) {
      throw apiError('channel-folder-limit-reached', { max: maxChannelFolders })
    }
    const name = checkedName(input.name)
    assertNameIsFree(folders, name)
    const row = await store.insertFolder(tx, {
      name,
      description: checkedDescription(input.description),
      position: (folders.at(-1)?.position ?? 0) + 1,
      creator_id: caller.id,
      created_at: new Date(app.clock.now()),
    })
    tx.audit({
      kind: 'channel_folder.created',
      target: targetOf(row),
      after: { name, description: row.description },
    })
    tx.publish({ type: 'channel_folder', op: 'add', channel_folder: presentFolder(row) }, { everyone: true })
    return row.id
  })
}

export async function updateFolder(
  realm: Realm,
  callerId: number,
  id: number,
  request: {
    name?: string | undefined
    description?: string | undefined
    is_archived?: boolean | undefined
  },
): Promise<void> {
  await asManager(realm, callerId, async (tx) => {
    const folders = await store.loadFolders(tx.db, realm.id)
    const before = folders.find((folder) => folder.id === id)
    if (before === undefined) throw apiError('channel-folder-not-found')
    const { description, is_archived = before.is_archived } = request
    const name = request.name === undefined ? before.name : checkedName(request.name)
    // Archived folders do not hold their name, so it may be taken when one is unarchived.
    if (!is_archived) {
      assertNameIsFree(
        folders.filter((folder) => folder.id !== id),
        name,
      )
    }
    const fields = {
      name,
      description: description === undefined ? before.description : checkedDescription(description),
      is_archived,
    }
    if (Object.entries(fields).every(([key, value]) => before[key as keyof typeof fields] === value)) return
    const row = await store.updateFolder(tx, id, fields)
    const { name: oldName, description: oldDescription, is_archived: wasArchived } = before
    tx.audit({
      kind: 'channel_folder.changed',
      target: targetOf(row),
      before: { name: oldName, description: oldDescription, is_archived: wasArchived },
      after: fields,
    })
    const channel_folder = presentFolder(row)
    tx.publish({ type: 'channel_folder', op: 'update', channel_folder }, { everyone: true })
  })
}

/** Archived folders that are not listed come last. */
export async function reorderFolders(realm: Realm, callerId: number, ids: readonly number[]): Promise<void> {
  await asManager(realm, callerId, async (tx) => {
    const folders = await store.loadFolders(tx.db, realm.id)
    const known = new Set(folders.map((folder) => folder.id))
    const missing = folders.filter((folder) => !ids.includes(folder.id))
    const isComplete = missing.every((folder) => folder.is_archived)
    if (new Set(ids).size !== ids.length || !ids.every((id) => known.has(id)) || !isComplete) {
      throw apiError('channel-folder-order-invalid')
    }
    const order = [...ids, ...missing.map((folder) => folder.id)]
    await store.setOrder(tx, order)
    tx.audit({
      kind: 'channel_folder.reordered',
      before: { order: folders.map((folder) => folder.id) },
      after: { order },
    })
    tx.publish({ type: 'channel_folder', op: 'reorder', order }, { everyone: true })
  })
}

/** Changes how the user sees the folders. Changes by one user do not interleave, since they lock the log. */
export async function arrangeFolders(
  realm: Realm,
  userId: number,
  request: { order?: readonly number[] | undefined; collapse: readonly number[]; expand: readonly number[] },
): Promise<void> {
  const { order, collapse, expand } = request
  await realm.transact(async (tx) => {
    await lockLog(tx.db, realm.id)
    const known = new Set((await store.loadFolders(tx.db, realm.id)).map((folder) => folder.id))
    const named = [...(order ?? []), ...collapse, ...expand]
    if (!named.every((id) => known.has(id))) throw apiError('channel-folder-not-found')
    if (order && new Set(order).size !== order.length) throw apiError('channel-folder-order-invalid')
    if (order) await store.storeOwnOrder(tx, userId, order)
    await store.storeCollapsed(tx, userId, [...new Set(collapse)], true)
    await store.storeCollapsed(tx, userId, [...new Set(expand)], false)
    const preferences = presentPreferences(await store.folderPreferencesQuery(tx.db, userId).execute())
    tx.publish({ type: 'channel_folder_preferences', ...preferences }, { users: [userId] })
  })
}

async function asManager<T>(
  realm: Realm,
  callerId: number,
  work: (tx: Tx, caller: User) => Promise<T>,
): Promise<T> {
  return await realm.transactExclusively(async (tx) => {
    const caller = callerOf(realm.directory, callerId)
    if (manageFoldersDenial(permissionsOf(realm.directory), caller) !== undefined) {
      throw apiError('channel-folder-management-denied')
    }
    return await work(tx, caller)
  })
}

const targetOf = ({ id, name }: store.FolderRow) => ({ type: 'channel_folder' as const, id, name })

function checkedName(sent: string): string {
  const name = trim(sent)
  if (name === '' || isLongerThan(name, maxFolderNameLength) || badCharacterAt(name) !== undefined) {
    throw apiError('channel-folder-name-invalid', { max: maxFolderNameLength })
  }
  return name
}

function checkedDescription(sent: string): string {
  const description = trim(sent).replaceAll('\n', ' ')
  if (isLongerThan(description, maxFolderDescriptionLength)) {
    throw apiError('channel-folder-description-too-long', { max: maxFolderDescriptionLength })
  }
  return description
}

function assertNameIsFree(others: readonly store.FolderRow[], name: string): void {
  const holder = others.find((folder) => !folder.is_archived && caseless(folder.name) === caseless(name))
  if (holder) throw apiError('channel-folder-name-taken', { name: holder.name })
}

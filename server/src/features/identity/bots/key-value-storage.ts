import { apiError } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { Realm } from '../../../realms/realm.ts'
import {
  deleteStorage,
  existingKeys,
  loadStorage,
  lockStorage,
  putStorage,
  storageSize,
} from './key-value-store.ts'

const maxStorageLength = 10_000_000

/** Entries that an account stored, by key. */
export async function getFromStorage(
  db: Db,
  userId: number,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  const found = new Map((await loadStorage(db, userId, keys)).map(({ key, value }) => [key, value]))
  assertAllExist(found, keys ?? [])
  return Object.fromEntries(found)
}

export async function writeStorage(
  realm: Realm,
  userId: number,
  entries: Record<string, string>,
): Promise<void> {
  await realm.transact(async (tx) => {
    await lockStorage(tx, userId)
    await putStorage(tx, userId, entries)
    if ((await storageSize(tx, userId)) > maxStorageLength) {
      throw apiError('bot-storage-full', { max: maxStorageLength })
    }
  })
}

/** Deletes all of the keys, or none if one of them does not exist. */
export async function removeFromStorage(
  realm: Realm,
  userId: number,
  keys: readonly string[] | undefined,
): Promise<void> {
  await realm.transact(async (tx) => {
    await lockStorage(tx, userId)
    if (keys !== undefined) assertAllExist(await existingKeys(tx.db, userId, keys), keys)
    await deleteStorage(tx, userId, keys)
  })
}

function assertAllExist(found: { has(key: string): boolean }, keys: readonly string[]): void {
  const missing = keys.find((key) => !found.has(key))
  if (missing === undefined) return
  throw apiError('bot-storage-key-not-found', { key: JSON.stringify(missing.slice(0, 100)) })
}

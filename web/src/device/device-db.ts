import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { LocalDraft } from '../drafts/draft-merge.ts'
import { myId, org } from '../session/session.ts'
import type { StoredFeed, StoredSend, StoredUpload } from './device-rows.ts'
import { isSharedComputer } from './shared-computer.ts'

interface Device extends DBSchema {
  outbox: { key: string; value: StoredSend }
  drafts: { key: string; value: LocalDraft }
  feeds: { key: string; value: StoredFeed; indexes: { savedAt: number } }
  uploads: { key: string; value: StoredUpload }
  /** The bytes of uploads, by upload ID. */
  files: { key: string; value: File }
  /** Small values, by name. */
  device: { key: string; value: unknown }
}

let opening: Promise<IDBPDatabase<Device>> | undefined

/** The database of this user and organization. Rejects on a shared computer, where data stays in memory. */
export function deviceDb(): Promise<IDBPDatabase<Device>> {
  if (isSharedComputer()) return Promise.reject(new Error('Nothing is kept on a shared computer.'))
  opening ??= openDB<Device>(`loquat:${org().realm_url ?? location.origin}:${myId()}`, 3, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('outbox', { keyPath: 'localId' })
        db.createObjectStore('drafts', { keyPath: 'id' })
        db.createObjectStore('device')
      }
      if (before < 2) db.createObjectStore('feeds', { keyPath: 'key' }).createIndex('savedAt', 'savedAt')
      if (before < 3) {
        db.createObjectStore('uploads', { keyPath: 'id' })
        db.createObjectStore('files')
      }
    },
    // Another tab upgrades the database: close it here; later writes stay in memory.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  return opening
}

/** Deletes the database. Later writes are ignored. */
export async function deleteDeviceDb(): Promise<void> {
  const db = await opening?.catch(() => undefined)
  if (db === undefined) return
  db.close()
  await deleteDB(db.name).catch(() => {})
}

/** Deletes the stored feeds of all users of this browser. Keeps drafts and unsent messages. */
export async function deleteStoredFeeds(): Promise<void> {
  const all = (await indexedDB.databases?.().catch(() => [])) ?? []
  for (const { name = '' } of all) {
    if (!name.startsWith('loquat:http')) continue
    try {
      const db = await openDB<Device>(name)
      if (db.objectStoreNames.contains('feeds')) await db.clear('feeds')
      db.close()
    } catch {
      // Another window has a newer version open, and clears it itself.
    }
  }
}

/** Writes in the background. Failures (private windows, full disks) are ignored; the data stays in memory. */
export function writeToDevice(work: (db: IDBPDatabase<Device>) => Promise<unknown>): void {
  void deviceDb()
    .then(work)
    .catch(() => {})
}

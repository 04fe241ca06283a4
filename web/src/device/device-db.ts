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
  /** The bytes of uploads, by their ids. */
  files: { key: string; value: File }
  /** Small things of this device, by name. */
  device: { key: string; value: unknown }
}

let opening: Promise<IDBPDatabase<Device>> | undefined

/** What this browser keeps for this person in this organization. Refused on a shared computer: there memory has to do. */
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
    // Another tab needs a newer form: let it have it; what is written from here stays in memory.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  return opening
}

/** Deletes all of it. What is written afterwards goes nowhere. */
export async function deleteDeviceDb(): Promise<void> {
  const db = await opening?.catch(() => undefined)
  if (db === undefined) return
  db.close()
  await deleteDB(db.name).catch(() => {})
}

/** Of everybody who used this browser: forgets what they have seen, and keeps what they have written and not sent. */
export async function deleteStoredFeeds(): Promise<void> {
  const all = (await indexedDB.databases?.().catch(() => [])) ?? []
  for (const { name = '' } of all) {
    if (!name.startsWith('loquat:http')) continue
    try {
      const db = await openDB<Device>(name)
      if (db.objectStoreNames.contains('feeds')) await db.clear('feeds')
      db.close()
    } catch {
      // Another window has it open in a newer form; that one will find out for itself.
    }
  }
}

/** Writes without being waited for. Browsers may refuse (private windows, full disks); then memory has to do. */
export function writeToDevice(work: (db: IDBPDatabase<Device>) => Promise<unknown>): void {
  void deviceDb()
    .then(work)
    .catch(() => {})
}

import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { LocalDraft } from './draft-merge.ts'
import type { KeptFeed } from './kept-feeds.ts'
import type { StoredSend } from './outbox-store.ts'
import { myId, org } from './session.ts'

interface Device extends DBSchema {
  outbox: { key: string; value: StoredSend }
  drafts: { key: string; value: LocalDraft }
  feeds: { key: string; value: KeptFeed; indexes: { savedAt: number } }
  /** Small things of this device, by name. */
  device: { key: string; value: unknown }
}

let opening: Promise<IDBPDatabase<Device>> | undefined

/** What this browser keeps for this person in this organization. */
export function deviceDb(): Promise<IDBPDatabase<Device>> {
  opening ??= openDB<Device>(`loquat:${org().realm_url ?? location.origin}:${myId()}`, 2, {
    upgrade(db, before) {
      if (before < 1) {
        db.createObjectStore('outbox', { keyPath: 'localId' })
        db.createObjectStore('drafts', { keyPath: 'id' })
        db.createObjectStore('device')
      }
      if (before < 2) db.createObjectStore('feeds', { keyPath: 'key' }).createIndex('savedAt', 'savedAt')
    },
    // Another tab needs a newer form: let it have it; what is written from here stays in memory.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  })
  return opening
}

/** Deletes all of it. What is written afterwards goes nowhere. */
export async function forgetDeviceDb(): Promise<void> {
  const db = await opening?.catch(() => undefined)
  if (db === undefined) return
  db.close()
  await deleteDB(db.name).catch(() => {})
}

/** Writes without being waited for. Browsers may refuse (private windows, full disks); then memory has to do. */
export function onDevice(work: (db: IDBPDatabase<Device>) => Promise<unknown>): void {
  void deviceDb()
    .then(work)
    .catch(() => {})
}

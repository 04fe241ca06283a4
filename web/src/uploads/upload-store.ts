import { deviceDb, writeToDevice } from '../device/device-db.ts'
import type { StoredUpload } from '../device/device-rows.ts'
import { forClosedTabs, tabId } from '../outbox/outbox-store.ts'

type StoredUploadInput = Omit<StoredUpload, 'tab'>

const storedIds = new Set<string>()
/** Whether an upload is stored on the device. */
export const isStored = (id: string): boolean => storedIds.has(id)

export function storeUpload({ id, draftId, to, name, size, address, url }: StoredUploadInput): void {
  writeToDevice(async (db) => {
    await db.put('uploads', { id, draftId, to, name, size, address, url, tab: tabId })
    storedIds.add(id)
  })
}

export const storeBytes = (id: string, file: File): void => writeToDevice((db) => db.put('files', file, id))
export const deleteBytes = (id: string): void => writeToDevice((db) => db.delete('files', id))

export function deleteStoredUpload(id: string): void {
  storedIds.delete(id)
  writeToDevice((db) => Promise.all([db.delete('uploads', id), db.delete('files', id)]))
}

/** Takes over uploads of closed tabs, with the bytes if they were stored. */
export async function takeOverUploads(
  adopt: (upload: StoredUpload, file: File | undefined) => void,
): Promise<void> {
  const db = await deviceDb()
  const owners = (await db.getAll('uploads')).map((upload) => upload.tab)
  await forClosedTabs(owners, async (owner) => {
    const left = (await db.getAll('uploads')).filter((upload) => upload.tab === owner)
    for (const upload of left) {
      await db.put('uploads', { ...upload, tab: tabId })
      storedIds.add(upload.id)
      adopt(upload, await db.get('files', upload.id))
    }
  })
}

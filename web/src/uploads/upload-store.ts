import { deviceDb, onDevice } from '../device/device-db.ts'
import type { StoredUpload } from '../device/device-rows.ts'
import { inPlaceOfGoneTabs, tab } from '../outbox/outbox-store.ts'

type Kept = Omit<StoredUpload, 'tab'>

const kept = new Set<string>()
/** Whether it outlives the page. */
export const isKept = (id: string): boolean => kept.has(id)

export function storeUpload({ id, draftId, to, name, size, address, url }: Kept): void {
  onDevice(async (db) => {
    await db.put('uploads', { id, draftId, to, name, size, address, url, tab })
    kept.add(id)
  })
}

export const storeBytes = (id: string, file: File): void => onDevice((db) => db.put('files', file, id))
export const forgetBytes = (id: string): void => onDevice((db) => db.delete('files', id))

export function forgetUpload(id: string): void {
  kept.delete(id)
  onDevice((db) => Promise.all([db.delete('uploads', id), db.delete('files', id)]))
}

/** What windows left behind that are gone, with the bytes if they could be kept. */
export async function takeOverUploads(
  adopt: (upload: StoredUpload, file: File | undefined) => void,
): Promise<void> {
  const db = await deviceDb()
  const owners = (await db.getAll('uploads')).map((upload) => upload.tab)
  await inPlaceOfGoneTabs(owners, async (owner) => {
    const left = (await db.getAll('uploads')).filter((upload) => upload.tab === owner)
    for (const upload of left) {
      await db.put('uploads', { ...upload, tab })
      kept.add(upload.id)
      adopt(upload, await db.get('files', upload.id))
    }
  })
}

import { exportWithConsent, refuse } from '@loquat/contract'
import type { Download } from '../../http/downloads.ts'
import { exportKey } from './jobs.ts'
import { isThere } from './present.ts'
import { findExportByFile } from './store.ts'

/** Whoever has the address may have the archive. A deleted one is gone at once, whatever the storage still has. */
const archive: Download = {
  path: '/exports/:file',
  visit: async ({ app, realm, part }) => {
    const { id, directory } = await realm()
    const row = await findExportByFile(app.database.db, id, part('file'))
    const isOpen = row !== undefined && isThere(row) && !directory.realm.deactivated
    const file = isOpen ? await app.files.get(exportKey(id, row.file)) : undefined
    if (row === undefined || file === undefined) throw refuse('NotFound', 'There is no such export.')
    const day = row.requested_at.toISOString().slice(0, 10)
    const kind = row.type === exportWithConsent ? 'full' : 'public'
    return {
      type: 'application/zip',
      size: file.size,
      open: () => file.open(),
      keepFor: 'never',
      attachment: `${directory.realm.subdomain || 'organization'}-${kind}-${day}.zip`,
    }
  },
}

export const exportDownloads: Download[] = [archive]

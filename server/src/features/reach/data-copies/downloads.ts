import { apiError } from '@loquat/contract'
import type { Download } from '../../../http/reply/downloads.ts'
import { viewerOf } from '../../../http/request/viewer.ts'
import { exportKey } from '../exports/jobs.ts'
import { copyPath, isCurrent } from './jobs.ts'
import { copyOf } from './store.ts'

/** The copy of the viewer. There is no link that would give it to anybody else. */
const copy: Download = {
  path: copyPath,
  visit: async (visit) => {
    const { app } = visit
    const { id: realmId, directory } = await visit.realm()
    const viewer = await viewerOf(visit)
    if (viewer === undefined) return { location: `/login?next=${encodeURIComponent(copyPath)}` }
    const row = await copyOf(app.database.db, viewer.id)
    const isOpen = row?.finished_at != null && isCurrent(row, app.clock.now())
    const file = isOpen ? await app.files.get(exportKey(realmId, row.file)) : undefined
    if (row === undefined || file === undefined) throw apiError('export-file-not-found')
    const day = row.requested_at.toISOString().slice(0, 10)
    return {
      type: 'application/zip',
      size: file.size,
      open: () => file.open(),
      keepFor: 'never',
      attachment: `${directory.realm.subdomain || 'organization'}-my-data-${day}.zip`,
    }
  },
}

export const dataCopyDownloads: Download[] = [copy]

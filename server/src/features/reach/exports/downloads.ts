import { apiError, exportWithConsent } from '@loquat/contract'
import { isAdmin, isBot } from '../../../directory/directory.ts'
import type { Download, DownloadRequest, Redirection } from '../../../http/reply/downloads.ts'
import { viewerOf } from '../../../http/request/viewer.ts'
import { exportKey } from './jobs.ts'
import { isAvailable, parseExportPath } from './present.ts'
import { findExport } from './store.ts'

/**
 * Requires a signed link or a logged-in administrator. A deleted export is inaccessible immediately, even if
 * the file is still stored.
 */
const archive: Download = {
  path: '/exports/:file',
  visit: async (visit) => {
    const { app } = visit
    const { id: realmId, directory } = await visit.realm()
    const request = parseExportPath(app.signer, realmId, visit.part('file'))
    if (request === undefined) throw apiError('export-file-not-found')
    if (!request.isSigned) {
      const login = await loginUnlessAdmin(visit)
      if (login !== undefined) return login
    }
    const row = await findExport(app.database.db, realmId, request.id)
    const isOpen = row !== undefined && isAvailable(row) && !directory.realm.deactivated
    const file = isOpen ? await app.files.get(exportKey(realmId, row.file)) : undefined
    if (row === undefined || file === undefined) throw apiError('export-file-not-found')
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

/** Sends visitors who are not logged in to the login page. For non-administrators, exports do not exist. */
async function loginUnlessAdmin(visit: DownloadRequest): Promise<Redirection | undefined> {
  const viewer = await viewerOf(visit, 'organization:admin')
  if (viewer === undefined) return { location: `/login?next=${encodeURIComponent(visit.exchange.url)}` }
  if (!isAdmin(viewer) || isBot(viewer)) throw apiError('export-file-not-found')
  return undefined
}

export const exportDownloads: Download[] = [archive]

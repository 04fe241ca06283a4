import { exportWithConsent, refuse } from '@loquat/contract'
import { isAdmin, isBot } from '../../../directory/directory.ts'
import type { Download, Redirection, Visit } from '../../../http/downloads.ts'
import { viewerOf } from '../../../http/viewer.ts'
import { exportKey } from './jobs.ts'
import { exportInPath, isThere } from './present.ts'
import { findExport } from './store.ts'

const missing = () => refuse('NotFound', 'There is no such export.')

/** Needs a signed link, or an administrator who is logged in. A deleted export is gone at once, whatever the storage still has. */
const archive: Download = {
  path: '/exports/:file',
  visit: async (visit) => {
    const { app } = visit
    const { id: realmId, directory } = await visit.realm()
    const wanted = exportInPath(app.signer, realmId, visit.part('file'))
    if (wanted === undefined) throw missing()
    if (!wanted.isSigned) {
      const login = await loginUnlessAdmin(visit)
      if (login !== undefined) return login
    }
    const row = await findExport(app.database.db, realmId, wanted.id)
    const isOpen = row !== undefined && isThere(row) && !directory.realm.deactivated
    const file = isOpen ? await app.files.get(exportKey(realmId, row.file)) : undefined
    if (row === undefined || file === undefined) throw missing()
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

/** Sends visitors who are not logged in to the login page. For people who are no administrators there are no exports. */
async function loginUnlessAdmin(visit: Visit): Promise<Redirection | undefined> {
  const viewer = await viewerOf(visit)
  if (viewer === undefined) return { location: `/login?next=${encodeURIComponent(visit.exchange.url)}` }
  if (!isAdmin(viewer) || isBot(viewer)) throw missing()
  return undefined
}

export const exportDownloads: Download[] = [archive]

import { apiError, roles } from '@loquat/contract'
import type { Download } from '../../../http/reply/downloads.ts'
import { viewerOf } from '../../../http/request/viewer.ts'
import { identifyCaller } from '../../../platform/work-context.ts'
import { sessionOf } from '../../../sessions/sessions.ts'
import { exportKey } from '../exports/jobs.ts'
import { stateOf } from './actions.ts'
import { findDiscovery } from './store.ts'

/** For owners only, and recorded. For others, it does not exist. */
const archive: Download = {
  path: '/discovery/:id',
  visit: async (visit) => {
    const { app, exchange } = visit
    const realm = await visit.realm()
    const user = await viewerOf(visit)
    if (user === undefined) return { location: `/login?next=${encodeURIComponent(exchange.url)}` }
    await realm.decideFresh(() => {
      if (realm.directory.users.get(user.id)?.role !== roles.owner) throw apiError('path-not-found')
    })
    const id = /^\d{1,15}$/.test(visit.part('id')) ? Number(visit.part('id')) : 0
    const row = await findDiscovery(app.database.db, realm.id, id)
    const isReady = row !== undefined && stateOf(row) === 'finished'
    const file = isReady ? await app.files.get(exportKey(realm.id, row.file)) : undefined
    if (file === undefined) throw apiError('path-not-found')
    const session = await sessionOf(app, realm, exchange.headers)
    identifyCaller({ user, sessionId: session?.id, address: exchange.address })
    if (exchange.method === 'GET') {
      const target = { type: 'discovery_export', id } as const
      await realm.transact(async (tx) => tx.audit({ kind: 'discovery.downloaded', target }))
    }
    return {
      type: 'application/zip',
      size: file.size,
      open: () => file.open(),
      keepFor: 'never',
      attachment: `${realm.directory.realm.subdomain || 'organization'}-discovery-${id}.zip`,
    }
  },
}

export const discoveryDownloads: Download[] = [archive]

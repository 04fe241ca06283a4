import { Readable } from 'node:stream'
import { apiError } from '@loquat/contract'
import type { Download } from '../../../http/reply/downloads.ts'
import { viewerOf } from '../../../http/request/viewer.ts'
import { identifyCaller } from '../../../platform/work-context.ts'
import { sessionOf } from '../../../sessions/sessions.ts'
import { auditLines } from './lines.ts'

/** The whole log as JSON lines, for owners. For others, it does not exist. */
const wholeLog: Download = {
  path: '/audit-log.jsonl',
  visit: async (visit) => {
    const { app, exchange } = visit
    const realm = await visit.realm()
    const user = await viewerOf(visit, 'organization:admin')
    if (user === undefined) return { location: `/login?next=${encodeURIComponent('/audit-log.jsonl')}` }
    await realm.decideFresh(() => {
      if (realm.directory.users.get(user.id)?.role !== 100) throw apiError('path-not-found')
    })
    const session = await sessionOf(app, realm, exchange.headers)
    identifyCaller({ user, sessionId: session?.id, token: exchange.token, address: exchange.address })
    const { subdomain } = realm.directory.realm
    const day = new Date(app.clock.now()).toISOString().slice(0, 10)
    if (exchange.method === 'GET') await realm.transact(async (tx) => tx.audit({ kind: 'audit.exported' }))
    return {
      type: 'application/x-ndjson',
      size: undefined,
      open: () => Readable.from(auditLines(app.database.backgroundDb, realm.id), { objectMode: false }),
      keepFor: 'never',
      attachment: `${subdomain || 'organization'}-audit-log-${day}.jsonl`,
    }
  },
}

export const auditLogDownloads: Download[] = [wholeLog]

import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { assertProof } from '../../administration/second-factors/proof.ts'
import { deleteDiscovery, presentDiscovery, requestDiscovery } from './actions.ts'
import { discoveriesOf } from './store.ts'

export const discoveryRoutes = implement(areas.discovery, {
  getDiscoveryExports: async ({ app, realm }) => {
    const rows = await discoveriesOf(app.database.db, realm.id)
    return { discovery_exports: rows.map((row) => presentDiscovery(realm.directory, row)) }
  },
  requestDiscoveryExport: async (call) => {
    const { app, realm, user, params } = call
    await assertProof(call, params)
    const { user_ids, channel_ids, sent_from, sent_until, words } = params
    const query = { user_ids, channel_ids, sent_from, sent_until, words }
    return { discovery_export_id: await requestDiscovery(app, realm, user.id, query) }
  },
  deleteDiscoveryExport: async (call) => {
    await assertProof(call, call.params)
    await deleteDiscovery(call.app, call.realm, call.user.id, call.path.discovery_export_id)
    return {}
  },
})

import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { heavyRead } from '../../../http/request/heavy-read.ts'
import { retryDeliveries } from './deliveries.ts'
import { serverStatus } from './present.ts'
import { assertMainOrganization } from './rules.ts'

export const serverStatusRoutes = implement(areas.serverStatus, {
  getServerStatus: heavyRead(async ({ app, realm }) => {
    assertMainOrganization(realm)
    return { server_status: await serverStatus(app) }
  }),

  retryDeliveries: async ({ app, realm, user, params }) => {
    assertMainOrganization(realm)
    return { retried: await retryDeliveries(app, realm, user, params.kind, params.ids) }
  },
})

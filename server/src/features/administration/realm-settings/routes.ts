import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { type RealmRequest, updateRealm } from './actions.ts'

export const realmSettingRoutes = implement(areas.realmSettings, {
  updateRealm: async ({ app, realm, user, params }) =>
    await updateRealm(app, realm, user.id, params as RealmRequest),
})

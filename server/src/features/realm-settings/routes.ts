import { areas } from '@loquat/contract'
import { implement } from '../../http/implement.ts'
import { type RealmRequest, updateRealm } from './actions.ts'

export const realmSettingRoutes = implement(areas.realmSettings, {
  updateRealm: async ({ realm, user, params }) => await updateRealm(realm, user.id, params as RealmRequest),
})

import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { type RealmRequest, updateRealm } from './actions.ts'

/** Whether a change decides how people log in. */
const concernsLogins = (params: Record<string, unknown>) =>
  [
    'authentication_methods',
    'second_factor_required_group',
    'second_factor_grace_days',
    'api_keys_enabled',
    'token_max_lifetime_days',
    'app_self_registration_enabled',
    'can_create_personal_tokens_group',
  ].some((name) => params[name] !== undefined)

export const realmSettingRoutes = implement(areas.realmSettings, {
  updateRealm: async (call) => {
    const { app, realm, user, params } = call
    if (concernsLogins(params)) await assertSessionProof(call)
    return await updateRealm(app, realm, user.id, params as RealmRequest)
  },
})

import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { assertSessionProof } from '../second-factors/proof.ts'
import { deactivateRealm } from './deactivate.ts'
import { checkSubdomain } from './subdomain.ts'
import { changeUserDefaults } from './user-defaults.ts'

export const organizationRoutes = implement(areas.organization, {
  updateUserSettingsDefaults: async ({ realm, params }) => {
    await changeUserDefaults(realm, params)
    return {}
  },

  deactivateRealm: async (call) => {
    const { app, realm, params } = call
    await assertSessionProof(call)
    await deactivateRealm(app, realm, params.deletion_delay_days)
    return {}
  },

  checkSubdomain: async ({ app, path }) => ({ msg: await checkSubdomain(app, path.name) }),
})

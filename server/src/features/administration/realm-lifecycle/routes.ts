import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { deactivateRealm } from './deactivate.ts'
import { checkSubdomain } from './subdomain.ts'
import { changeUserDefaults } from './user-defaults.ts'

export const organizationRoutes = implement(areas.organization, {
  updateUserSettingsDefaults: async ({ realm, params }) => {
    await changeUserDefaults(realm, params)
    return {}
  },

  deactivateRealm: async ({ app, realm, params }) => {
    await deactivateRealm(app, realm, params.deletion_delay_days)
    return {}
  },

  checkSubdomain: async ({ app, path }) => ({ msg: await checkSubdomain(app, path.name) }),
})

import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import * as actions from './actions.ts'

export const domainRoutes = implement(areas.domains, {
  getDomains: ({ realm }) => ({ domains: [...realm.directory.realm.domains] }),

  addDomain: async ({ realm, params }) => ({ new_domain: await actions.addDomain(realm, params) }),

  updateDomain: async ({ realm, path, params }) => {
    await actions.updateDomain(realm, { ...path, ...params })
    return {}
  },

  removeDomain: async ({ realm, path }) => {
    await actions.removeDomain(realm, path.domain)
    return {}
  },
})

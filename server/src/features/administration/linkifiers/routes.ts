import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import * as actions from './actions.ts'

export const linkifierRoutes = implement(areas.linkifiers, {
  getLinkifiers: ({ realm }) => ({ linkifiers: [...realm.directory.linkifiers] }),

  addLinkifier: async ({ realm, params }) => ({ id: await actions.addLinkifier(realm, params) }),

  editLinkifier: async ({ realm, path, params }) => {
    await actions.editLinkifier(realm, path.filter_id, params)
    return {}
  },

  removeLinkifier: async ({ realm, path }) => {
    await actions.removeLinkifier(realm, path.filter_id)
    return {}
  },

  reorderLinkifiers: async ({ realm, params }) => {
    await actions.reorderLinkifiers(realm, params.ordered_linkifier_ids)
    return {}
  },

  addPlayground: async ({ realm, params }) => ({ id: await actions.addPlayground(realm, params) }),

  removePlayground: async ({ realm, path }) => {
    await actions.removePlayground(realm, path.playground_id)
    return {}
  },
})

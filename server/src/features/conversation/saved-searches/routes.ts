import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { createSearch, deleteSearch, editSearch } from './actions.ts'
import { presentSearch } from './present.ts'
import { savedSearchesQuery } from './store.ts'

export const savedSearchRoutes = implement(areas.savedSearches, {
  getSavedSearches: async ({ app, user }) => ({
    saved_searches: (await savedSearchesQuery(app.database.db, user.id).execute()).map(presentSearch),
  }),

  createSavedSearch: async ({ app, realm, user, params }) => ({
    saved_search_id: await createSearch(app, realm, user, params),
  }),

  editSavedSearch: async ({ realm, user, path, params }) => {
    await editSearch(realm, user, path.saved_search_id, params)
    return {}
  },

  deleteSavedSearch: async ({ realm, user, path }) => {
    await deleteSearch(realm, user, path.saved_search_id)
    return {}
  },
})

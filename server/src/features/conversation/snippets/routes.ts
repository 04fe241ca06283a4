import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { createSnippet, deleteSnippet, editSnippet } from './actions.ts'
import { presentSnippet } from './present.ts'
import { snippetsQuery } from './store.ts'

export const snippetRoutes = implement(areas.snippets, {
  getSavedSnippets: async ({ app, user }) => ({
    saved_snippets: (await snippetsQuery(app.database.db, user.id).execute()).map(presentSnippet),
  }),

  createSavedSnippet: async ({ app, realm, user, params }) => ({
    saved_snippet_id: await createSnippet(app, realm, user, params),
  }),

  editSavedSnippet: async ({ realm, user, path, params }) => {
    await editSnippet(realm, user, path.saved_snippet_id, params)
    return {}
  },

  deleteSavedSnippet: async ({ realm, user, path }) => {
    await deleteSnippet(realm, user, path.saved_snippet_id)
    return {}
  },
})

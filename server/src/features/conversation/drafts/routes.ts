import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { createDrafts, deleteDraft, editDraft, getDrafts } from './actions.ts'

export const draftRoutes = implement(areas.drafts, {
  getDrafts: async ({ app, realm, user }) => {
    const drafts = await getDrafts(app, realm, user)
    return { count: drafts.length, drafts }
  },

  createDrafts: async ({ app, realm, user, params }) => ({
    ids: await createDrafts(app, realm, user, params.drafts),
  }),

  editDraft: async ({ app, realm, user, path, params }) => {
    await editDraft(app, realm, user, path.draft_id, params.draft)
    return {}
  },

  deleteDraft: async ({ realm, user, path }) => {
    await deleteDraft(realm, user, path.draft_id)
    return {}
  },
})

import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { listPins, pin, unpin } from './actions.ts'
import { addBookmark, editBookmark, listBookmarks, removeBookmark, reorderBookmarks } from './bookmarks.ts'

export const pinRoutes = implement(areas.pins, {
  getPinnedMessages: async ({ app, realm, user, params }) => ({
    pinned_messages: await listPins(app, realm, user, params),
  }),

  pinMessage: async ({ app, realm, user, path, params }) => {
    await pin(app, realm, user, path.message_id, params.scope)
    return {}
  },

  unpinMessage: async ({ realm, user, path }) => {
    await unpin(realm, user, path.message_id)
    return {}
  },

  getBookmarks: async ({ app, realm, user, path }) => ({
    bookmarks: await listBookmarks(app, realm, user, path.stream_id),
  }),

  addBookmark: async ({ app, realm, user, path, params }) => ({
    bookmark_id: await addBookmark(app, realm, user, path.stream_id, params),
  }),

  reorderBookmarks: async ({ realm, user, path, params }) => {
    await reorderBookmarks(realm, user, path.stream_id, params.bookmark_ids)
    return {}
  },

  editBookmark: async ({ app, realm, user, path, params }) => {
    const { title, url } = params
    await editBookmark(app, realm, user, path.bookmark_id, { title, url })
    return {}
  },

  removeBookmark: async ({ realm, user, path }) => {
    await removeBookmark(realm, user, path.bookmark_id)
    return {}
  },
})

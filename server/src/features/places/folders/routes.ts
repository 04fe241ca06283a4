import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { arrangeFolders, createFolder, reorderFolders, updateFolder } from './actions.ts'
import { presentFolder, presentPreferences } from './present.ts'
import { folderPreferencesQuery, loadFolders } from './store.ts'

export const folderRoutes = implement(areas.channelFolders, {
  getChannelFolders: async ({ app, realm, user }) => {
    const { db } = app.database
    return {
      channel_folders: (await loadFolders(db, realm.id)).map(presentFolder),
      channel_folder_preferences: presentPreferences(await folderPreferencesQuery(db, user.id).execute()),
    }
  },

  createChannelFolder: async ({ app, realm, user, params }) => ({
    channel_folder_id: await createFolder(app, realm, user.id, params),
  }),

  reorderChannelFolders: async ({ realm, user, params }) => {
    await reorderFolders(realm, user.id, params.order)
    return {}
  },

  updateChannelFolder: async ({ realm, user, path, params }) => {
    await updateFolder(realm, user.id, path.channel_folder_id, params)
    return {}
  },

  arrangeChannelFolders: async ({ realm, user, params }) => {
    await arrangeFolders(realm, user.id, params)
    return {}
  },
})

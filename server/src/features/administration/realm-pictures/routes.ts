import { areas } from '@loquat/contract'
import type { RealmPictureName } from '../../../db/tables/pictures.ts'
import { implement, RedirectReply } from '../../../http/implement.ts'
import { realmPicture } from '../../../realms/pictures.ts'
import { removePicture, setPicture } from './actions.ts'

const logoFor = ({ night }: { night: boolean }): RealmPictureName => (night ? 'night_logo' : 'logo')

export const realmPictureRoutes = implement(areas.realmPictures, {
  getIcon: ({ realm }) => new RedirectReply(realmPicture(realm.directory.realm, 'icon').url),

  setIcon: async ({ app, realm, user, files }) => {
    await setPicture(app, realm, user.id, 'icon', files)
    return {}
  },

  removeIcon: async ({ realm, user }) => {
    await removePicture(realm, user.id, 'icon')
    return {}
  },

  getLogo: ({ realm, params }) => new RedirectReply(realmPicture(realm.directory.realm, logoFor(params)).url),

  setLogo: async ({ app, realm, user, params, files }) => {
    await setPicture(app, realm, user.id, logoFor(params), files)
    return {}
  },

  removeLogo: async ({ realm, user, params }) => {
    await removePicture(realm, user.id, logoFor(params))
    return {}
  },
})

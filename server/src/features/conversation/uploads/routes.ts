import { apiError, areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { attachmentsOf, deleteAttachment, upload } from './actions.ts'
import { temporaryUrl } from './temporary.ts'

export const uploadRoutes = implement(areas.uploads, {
  uploadFile: async ({ app, realm, user, incoming, ignore }) => {
    const { reply, otherFields } = await upload(app, realm, user, incoming)
    ignore(otherFields.filter((name) => name !== 'client'))
    return reply
  },

  getFileUrl: async ({ app, realm, user, path }) => {
    if (path.realm_id_str !== realm.id) throw apiError('file-not-found')
    return { url: await temporaryUrl(app, realm, user, `${realm.id}/${path.filename}`) }
  },

  getAttachments: async ({ app, realm, user }) => await attachmentsOf(app, realm, user),

  deleteAttachment: async ({ realm, user, path }) => {
    await deleteAttachment(realm, user, path.attachment_id)
    return {}
  },
})

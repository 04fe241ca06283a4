import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { getHidden, hideMessage, unhideMessage } from './hide.ts'
import { getReports, reportMessage, updateReport } from './reports.ts'

export const moderationRoutes = implement(areas.moderation, {
  reportMessage: async ({ app, realm, user, path, params }) => {
    await reportMessage(app, realm, user, path.message_id, params)
    return {}
  },

  getMessageReports: async ({ app, realm, user, params }) => await getReports(app, realm, user, params),

  updateMessageReport: async ({ app, realm, user, path, params }) => {
    await updateReport(app, realm, user, path.report_id, params.is_handled)
    return {}
  },

  hideMessage: async ({ app, realm, user, path, params }) => {
    await hideMessage(app, realm, user, path.message_id, params.reason)
    return {}
  },

  unhideMessage: async ({ app, realm, user, path }) => {
    await unhideMessage(app, realm, user, path.message_id)
    return {}
  },

  getHiddenMessage: async ({ realm, user, path }) => await getHidden(realm, user, path.message_id),
})

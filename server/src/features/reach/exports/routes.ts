import { areas } from '@loquat/contract'
import { isBot } from '../../../directory/directory.ts'
import { implement } from '../../../http/implement.ts'
import * as actions from './actions.ts'
import { presentExport } from './present.ts'
import { consentOf } from './publish.ts'
import { exportsOf } from './store.ts'

export const exportRoutes = implement(areas.exports, {
  getExports: async ({ app, realm }) => {
    const rows = await exportsOf(app.database.db, realm.id)
    return { exports: rows.map((row) => presentExport(realm.directory, app.signer, row)) }
  },

  requestExport: async ({ app, realm, user, params }) => ({
    id: await actions.requestExport(app, realm, user.id, params.export_type),
  }),

  deleteExport: async ({ app, realm, user, path }) => {
    await actions.deleteExport(app, realm, user.id, path.export_id)
    return {}
  },

  getExportConsents: ({ realm }) => ({
    export_consents: [...realm.directory.activeUsers()].filter((user) => !isBot(user)).map(consentOf),
  }),
})

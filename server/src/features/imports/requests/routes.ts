import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import * as actions from './actions.ts'
import { presentImport } from './present.ts'
import { assertImportsAllowed } from './rules.ts'
import { importedUsersWithoutLogin, importOf } from './store.ts'

export const importRoutes = implement(areas.imports, {
  getImport: async ({ app, realm }) => {
    assertImportsAllowed(app.config, realm)
    const row = await importOf(app.database.db, realm.id)
    return {
      realm_import: row === undefined ? null : presentImport(row),
      max_import_mib: app.config.importLimit,
    }
  },

  createImport: async ({ app, realm, user, params }) => {
    const archive = { source: params.source, fileName: params.file_name, size: params.size }
    return { realm_import: presentImport(await actions.createImport(app, realm, user, archive)) }
  },

  startImport: async ({ app, realm, user, path, params }) => {
    const row = await actions.startImport(app, realm, user, {
      id: path.import_id,
      isDryRun: params.dry_run,
      emails: params.emails,
      options: {
        subdomain: params.subdomain,
        name: params.name,
        team: params.team,
        downloadFiles: params.download_files,
        keepUnread: params.keep_unread,
        privateChannels: params.private_channels,
      },
    })
    return { realm_import: presentImport(row) }
  },

  getImportedUsers: async ({ app, realm }) => ({
    never_logged_in: await importedUsersWithoutLogin(app.database.db, realm.id),
  }),

  deleteImport: async ({ app, realm, path }) => {
    await actions.deleteImport(app, realm, path.import_id)
    return {}
  },
})

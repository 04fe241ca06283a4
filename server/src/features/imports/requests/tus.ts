import { assertRole } from '../../../http/request/gate.ts'
import { tusProtocol } from '../../conversation/uploads/tus-protocol.ts'
import { assertImportsAllowed, maxArchiveBytes } from './rules.ts'

const path = '/api/v1/import/tus'

export const uploadUrlOf = (id: string) => `${path}/${id}`

/** Uploads of archives for imports, which `createImport` announces. */
export const archiveUploads = tusProtocol({
  path,
  methods: ['HEAD', 'OPTIONS', 'PATCH'],
  scope: 'organization:admin',
  maxBytes: ({ config }) => maxArchiveBytes(config),
  open: async (app, realm, user) => {
    if (user !== undefined) {
      assertRole('owner', user)
      assertImportsAllowed(app.config, realm)
    }
    const { ArchiveStore } = await import('./tus-store.ts')
    return new ArchiveStore(app, realm)
  },
})

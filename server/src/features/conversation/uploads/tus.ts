import { apiError } from '@loquat/contract'
import { successText } from '../../../http/reply/envelope.ts'
import { maxUploadBytes } from './receive.ts'
import { finishResumable } from './resumable.ts'
import { tusProtocol } from './tus-protocol.ts'

/** Resumable uploads of files for messages. */
export const resumableUploads = tusProtocol({
  path: '/api/v1/tus',
  methods: ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST'],
  scope: 'files:write',
  maxBytes: maxUploadBytes,
  open: async (app, realm, user) => {
    const { PieceStore } = await import('./tus-store.ts')
    return new PieceStore(app, realm, user)
  },
  finish: async (app, realm, user, id) => {
    if (user === undefined) throw apiError('authentication-required')
    return successText(await finishResumable(app, realm, user, id), [])
  },
})

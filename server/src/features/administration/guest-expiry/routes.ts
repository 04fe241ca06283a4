import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { listExpiries, setExpiry } from './actions.ts'

export const guestExpiryRoutes = implement(areas.guestExpiry, {
  getGuestExpiries: async ({ app, realm }) => ({ guest_expiries: await listExpiries(app, realm) }),

  setGuestExpiry: async ({ app, realm, path, params }) => {
    await setExpiry(app, realm, path.user_id, params.expires_at)
    return {}
  },
})

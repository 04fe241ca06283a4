import { castPassword } from '@loquat/devkit'
import { codeFor } from '../../administration/oauth/testing/connect.ts'
import { setUpTotp } from '../../administration/second-factors/testing/authenticator-app.ts'
import type { AuditedCalls } from './call.ts'

export const secondFactorChanges: AuditedCalls = {
  confirmTotp: ['second_factor.added', (world) => setUpTotp(world, world.dave)],
  createRecoveryCodes: [
    'recovery_codes.replaced',
    ({ dave: { api } }) => api.createRecoveryCodes({ password: castPassword }),
  ],
  createToken: [
    'token.created',
    async ({ dave: { api } }, ids) => {
      ids.token = (await api.createToken({ name: 'Report' })).token_id
    },
  ],
  revokeToken: [
    'token.revoked',
    ({ alice: { api } }, ids) => api.revokeToken({ token_id: Number(ids.token) }),
  ],
  registerApp: [
    'app.registered',
    async ({ alice: { api } }, ids) => {
      const redirect_uris = ['https://app.example/callback']
      const app = {
        name: 'Calendar',
        redirect_uris,
        scopes: ['messages:read' as const],
        is_confidential: true,
      }
      ids.app = (await api.registerApp(app)).app_id
    },
  ],
  updateApp: [
    'app.changed',
    ({ alice: { api } }, ids) => api.updateApp({ app_id: Number(ids.app), name: 'Plan' }),
  ],
  replaceAppSecret: [
    'app.secret_replaced',
    ({ alice: { api } }, ids) => api.replaceAppSecret({ app_id: Number(ids.app) }),
  ],
  disconnectApp: [
    'app.disconnected',
    async (world, ids) => {
      const { apps } = await world.alice.api.getApps()
      const clientId = apps.find((app) => app.app_id === ids.app)?.client_id ?? ''
      await codeFor(
        world,
        world.carol,
        { id: Number(ids.app), clientId, secret: null },
        { scope: 'messages:read' },
      )
      await world.carol.api.disconnectApp({ app_id: Number(ids.app) })
    },
  ],
  deleteApp: ['app.deleted', ({ alice: { api } }, ids) => api.deleteApp({ app_id: Number(ids.app) })],
  createScimToken: ['scim_token.created', ({ alice: { api } }) => api.createScimToken({})],
  revokeScimToken: ['scim_token.revoked', ({ alice: { api } }) => api.revokeScimToken({})],
  resetFactors: [
    'second_factor.reset',
    ({ alice: { api }, dave: { id } }) => api.resetFactors({ user_id: id }),
  ],
}

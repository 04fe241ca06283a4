import { castPassword } from '@loquat/devkit'
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
  createScimToken: ['scim_token.created', ({ alice: { api } }) => api.createScimToken({})],
  revokeScimToken: ['scim_token.revoked', ({ alice: { api } }) => api.revokeScimToken({})],
  resetFactors: [
    'second_factor.reset',
    ({ alice: { api }, dave: { id } }) => api.resetFactors({ user_id: id }),
  ],
}

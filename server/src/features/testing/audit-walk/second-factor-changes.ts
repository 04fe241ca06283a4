import { castPassword } from '@loquat/devkit'
import { setUpTotp } from '../../administration/second-factors/testing/authenticator-app.ts'
import type { AuditedCalls } from './call.ts'

export const secondFactorChanges: AuditedCalls = {
  confirmTotp: ['second_factor.added', (world) => setUpTotp(world, world.dave)],
  createRecoveryCodes: [
    'recovery_codes.replaced',
    ({ dave: { api } }) => api.createRecoveryCodes({ password: castPassword }),
  ],
  createScimToken: ['scim_token.created', ({ alice: { api } }) => api.createScimToken({})],
  revokeScimToken: ['scim_token.revoked', ({ alice: { api } }) => api.revokeScimToken({})],
  resetFactors: [
    'second_factor.reset',
    ({ alice: { api }, dave: { id } }) => api.resetFactors({ user_id: id }),
  ],
}

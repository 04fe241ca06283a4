import { castPassword, runJobs } from '@loquat/devkit'
import type { AuditedCalls } from './call.ts'

const proof = { password: castPassword }

export const policyChanges: AuditedCalls = {
  updateSignInPolicy: [
    'organization.sign_in_policy_changed',
    ({ alice: { api } }) => api.updateSignInPolicy({ idle_minutes: { guest: 60 } }),
  ],
  signOutUser: ['session.ended', ({ bob: { api }, carol: { id } }) => api.signOutUser({ user_id: id })],
  createLegalHold: [
    'legal_hold.placed',
    async ({ alice: { api } }, ids) => {
      ids.hold = (await api.createLegalHold({ name: 'Plums', ...proof })).legal_hold_id
    },
  ],
  releaseLegalHold: [
    'legal_hold.released',
    ({ alice: { api } }, { hold }) => api.releaseLegalHold({ legal_hold_id: Number(hold), ...proof }),
  ],
  requestDiscoveryExport: [
    'discovery.requested',
    async (world, ids) => {
      const { discovery_export_id } = await world.alice.api.requestDiscoveryExport(proof)
      ids.discovery = discovery_export_id
      await runJobs(world)
    },
  ],
  deleteDiscoveryExport: [
    'discovery.deleted',
    ({ alice: { api } }, { discovery }) =>
      api.deleteDiscoveryExport({ discovery_export_id: Number(discovery), ...proof }),
  ],
}

import type { AuditedCalls } from './call.ts'

export const policyChanges: AuditedCalls = {
  updateSignInPolicy: [
    'organization.sign_in_policy_changed',
    ({ alice: { api } }) => api.updateSignInPolicy({ idle_minutes: { guest: 60 } }),
  ],
  signOutUser: ['session.ended', ({ bob: { api }, carol: { id } }) => api.signOutUser({ user_id: id })],
}

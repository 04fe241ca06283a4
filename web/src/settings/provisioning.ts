import type { endpoints, ReplyOf } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { withProofFor } from './proof.ts'

const key = 'provisioning'

export type ProvisioningState = ReplyOf<typeof endpoints.getScim>

/** Whether an identity provider manages users and groups. For owners. */
export const useProvisioning = () => useResource(key, (signal) => api.getScim({}, { signal }))

/** The new token, which is shown once. */
export async function createProvisioningToken() {
  const outcome = await withProofFor(() => api.createScimToken({}))
  invalidate(key)
  return outcome
}

export async function revokeProvisioningToken() {
  const problem = await attempt(() => api.revokeScimToken({}))
  invalidate(key)
  return problem
}

import type { SignInPolicy } from '@loquat/contract'
import { api } from '../session/api.ts'
import { changeResource, invalidate, useResource } from '../session/resource.ts'
import { withProofFor } from './proof.ts'

const key = 'sign-in-policy'

interface Loaded {
  sign_in_policy: SignInPolicy
  address: string
}

/** The sign-in policy, and the address of this browser. */
export const useSignInPolicy = () => useResource<Loaded>(key, (signal) => api.getSignInPolicy({}, { signal }))

export async function changePolicy(change: Parameters<typeof api.updateSignInPolicy>[0]) {
  const { reply, problem } = await withProofFor(() => api.updateSignInPolicy(change))
  if (reply === undefined) invalidate(key)
  else changeResource<Loaded>(key, (before) => ({ ...before, sign_in_policy: reply.sign_in_policy }))
  return problem
}

import type { endpoints, RegistrationCredential, ReplyOf } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { storePasskey } from './passkeys.ts'
import { withProof, withProofFor } from './proof.ts'

const key = 'factors'

export type Factors = ReplyOf<typeof endpoints.getFactors>

/** How the reader's account is protected. */
export const useFactors = () => useResource(key, (signal) => api.getFactors({}, { signal }))

export const startTotp = () => withProofFor(() => api.startTotp({}))

export async function confirmTotp(code: string) {
  const outcome = await withProofFor(() => api.confirmTotp({ code }))
  invalidate(key)
  return outcome
}

export async function removeTotp() {
  const problem = await withProof(() => api.removeTotp({}))
  invalidate(key)
  return problem
}

export const startPasskey = () => withProofFor(() => api.startPasskey({}))

export async function addPasskey(name: string, credential: RegistrationCredential) {
  const outcome = await storePasskey(name, credential)
  invalidate(key)
  return outcome
}

export async function renamePasskey(id: number, name: string) {
  const problem = await attempt(() => api.renamePasskey({ passkey_id: id, name }))
  invalidate(key)
  return problem
}

export async function removePasskey(id: number) {
  const problem = await withProof(() => api.removePasskey({ passkey_id: id }))
  invalidate(key)
  return problem
}

export async function createRecoveryCodes() {
  const outcome = await withProofFor(() => api.createRecoveryCodes({}))
  invalidate(key)
  return outcome
}

export async function forgetBrowser(id: number) {
  const problem = await attempt(() => api.forgetBrowser({ browser_id: id }))
  invalidate(key)
  return problem
}

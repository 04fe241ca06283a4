import { api } from '../session/api.ts'
import { attempt, attemptFor } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

const key = 'audit-webhook'

export interface AuditWebhook {
  url: string
  problem: string | null
}

/** The webhook of the audit log; null without one. */
export const useAuditWebhook = () =>
  useResource<AuditWebhook | null>(key, async (signal) => (await api.getAuditWebhook({}, { signal })).webhook)

export async function setAuditWebhook(url: string) {
  const result = await attemptFor(() => api.setAuditWebhook({ url }))
  invalidate(key)
  return result
}

export async function removeAuditWebhook() {
  const problem = await attempt(() => api.deleteAuditWebhook())
  invalidate(key)
  return problem
}

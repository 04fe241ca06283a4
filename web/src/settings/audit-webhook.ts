import { api } from '../session/api.ts'
import { attempt, attemptFor } from '../session/attempt.ts'

export interface AuditWebhook {
  url: string
  problem: string | null
}

export const fetchAuditWebhook = () => attemptFor(() => api.getAuditWebhook())
export const setAuditWebhook = (url: string) => attemptFor(() => api.setAuditWebhook({ url }))
export const removeAuditWebhook = () => attempt(() => api.deleteAuditWebhook())

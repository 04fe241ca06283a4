import { api } from '../session/api.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { withProof } from './proof.ts'

const holdsKey = 'legal-holds'
const discoveryKey = 'discovery-exports'

/** The messages of a hold or export. Times are in seconds. */
export interface ScopeChoice {
  user_ids: number[]
  channel_ids: number[]
  sent_from: number | null
  sent_until: number | null
}

export const useLegalHolds = () => useResource(holdsKey, (signal) => api.getLegalHolds({}, { signal }))

export async function placeHold(hold: ScopeChoice & { name: string }) {
  const problem = await withProof(() => api.createLegalHold(hold))
  invalidate(holdsKey)
  return problem
}

export async function releaseHold(id: number) {
  const problem = await withProof(() => api.releaseLegalHold({ legal_hold_id: id }))
  invalidate(holdsKey)
  return problem
}

export const useDiscoveryExports = () =>
  useResource(
    discoveryKey,
    async (signal) => (await api.getDiscoveryExports({}, { signal })).discovery_exports,
  )

export const refreshDiscoveryExports = () => invalidate(discoveryKey)

export async function requestDiscovery(query: ScopeChoice & { words: string[] }) {
  const problem = await withProof(() => api.requestDiscoveryExport(query))
  invalidate(discoveryKey)
  return problem
}

export async function deleteDiscovery(id: number) {
  const problem = await withProof(() => api.deleteDiscoveryExport({ discovery_export_id: id }))
  invalidate(discoveryKey)
  return problem
}

import { api } from '../session/api.ts'
import { attempt } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

export const exportsKey = 'exports'
export const consentsKey = 'export-consents'

export const useExports = () =>
  useResource(exportsKey, async (signal) => (await api.getExports({}, { signal })).exports)
export const useConsents = () =>
  useResource(consentsKey, async (signal) => (await api.getExportConsents({}, { signal })).export_consents)

export async function requestExport(type: 1 | 2) {
  const problem = await attempt(() => api.requestExport({ export_type: type }))
  invalidate(exportsKey)
  return problem
}

export async function deleteExport(id: number) {
  const problem = await attempt(() => api.deleteExport({ export_id: id }))
  invalidate(exportsKey)
  return problem
}

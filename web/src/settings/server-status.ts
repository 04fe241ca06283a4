import type { DeliveryKind } from '@loquat/contract'
import { useEffect } from 'react'
import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

const statusKey = 'server-status'
const pollIntervalMs = 10_000

/** The state of the server, kept current while it is shown. */
export function useServerStatus() {
  const resource = useResource(
    statusKey,
    async (signal) => (await api.getServerStatus({}, { signal })).server_status,
  )
  const { isLoading, problem, reload } = resource
  const isDenied = problem !== undefined
  useEffect(() => {
    if (isLoading || isDenied) return
    const timer = setTimeout(reload, pollIntervalMs)
    return () => clearTimeout(timer)
  }, [isLoading, isDenied, reload])
  return resource
}

/** Retries failed deliveries, all of the kind without `ids`. */
export async function retryDeliveries(kind: DeliveryKind, ids?: number[]): Promise<Problem | undefined> {
  const problem = await attempt(() => api.retryDeliveries({ kind, ...(ids === undefined ? {} : { ids }) }))
  invalidate(statusKey)
  return problem
}

import type { endpoints, ReplyOf } from '@loquat/contract'
import { useEffect } from 'react'
import { api } from '../session/api.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { withProof } from './proof.ts'

const key = 'data-copy'
const pollIntervalMs = 3_000

export type DataCopy = NonNullable<ReplyOf<typeof endpoints.getDataCopy>['data_copy']>

/** The copy of their data that the reader requested; null without one. Re-fetched while it is being made. */
export function useDataCopy() {
  const resource = useResource(key, async (signal) => (await api.getDataCopy({}, { signal })).data_copy)
  const isPending = resource.value?.state === 'pending'
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => invalidate(key), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isPending])
  return resource
}

export async function requestDataCopy() {
  const problem = await withProof(() => api.requestDataCopy({}))
  invalidate(key)
  return problem
}

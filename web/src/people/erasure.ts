import type { endpoints, ReplyOf } from '@loquat/contract'
import { useEffect } from 'react'
import { api } from '../session/api.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { withProof } from '../settings/proof.ts'

export type ErasureState = NonNullable<ReplyOf<typeof endpoints.getErasure>['erasure']>

const keyOf = (userId: number) => `erasure-${userId}`
const pollIntervalMs = 2_000

/** How far erasing a person is; null if they were not erased. Re-fetched until it is finished. */
export function useErasure(userId: number) {
  const resource = useResource(
    keyOf(userId),
    async (signal) => (await api.getErasure({ user_id: userId }, { signal })).erasure,
  )
  const isRunning = resource.value != null && resource.value.finished_at === null
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => invalidate(keyOf(userId)), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isRunning, userId])
  return resource
}

export async function erasePerson(userId: number, fullName: string, deletesMessages: boolean) {
  const problem = await withProof(() =>
    api.eraseUser({ user_id: userId, full_name: fullName, delete_messages: deletesMessages }),
  )
  invalidate(keyOf(userId))
  return problem
}

import { useEffect } from 'react'
import { api } from '../session/api.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { onEvents } from '../session/session.ts'

const resourceKey = 'subscriber-counts'
const noCounts: Readonly<Record<string, number>> = {}
/** Subscription events often arrive in bursts. */
const refetchDelayMs = 1_000

/** Number of subscribers by channel ID, re-fetched after subscriptions change. */
export function useSubscriberCounts(): Readonly<Record<string, number>> {
  const { value } = useResource(
    resourceKey,
    async (signal) => (await api.getSubscriberCounts({}, { signal })).subscriber_counts,
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const unfollow = onEvents((events) => {
      if (!events.some(({ type }) => type === 'subscription')) return
      clearTimeout(timer)
      timer = setTimeout(() => invalidate(resourceKey), refetchDelayMs)
    })
    return () => {
      clearTimeout(timer)
      unfollow()
    }
  }, [])
  return value ?? noCounts
}

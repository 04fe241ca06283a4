import { useEffect } from 'react'
import { api } from '../session/api.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { onEvents } from '../session/session.ts'

const resourceKey = 'subscriber-counts'
const noCounts: Readonly<Record<string, number>> = {}
/** Many may come at once. */
const refetchDelayMs = 1_000

/** How many people are in each channel, by its ID. Fetched again a moment after somebody came or went. */
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

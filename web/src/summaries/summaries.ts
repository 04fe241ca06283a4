import type { Endpoints, ReplyOf } from '@loquat/contract'
import { useIsAllowed } from '../permissions/use-denial.ts'
import { api } from '../session/api.ts'
import { attempt, attemptFor } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { useOrg } from '../session/session.ts'

/** A topic, or unread messages: of a topic, a channel, or everything without one. */
export interface SummaryTarget {
  channelId?: number
  topic?: string
  isUnread: boolean
}

export type Summary = ReplyOf<Endpoints['summarizeMessages']>

export const summarize = ({ channelId, topic, isUnread }: SummaryTarget, signal: AbortSignal) =>
  attemptFor(
    async (): Promise<Summary> =>
      await api.summarizeMessages(
        {
          ...(channelId === undefined ? {} : { stream_id: channelId }),
          ...(topic === undefined ? {} : { topic }),
          unread: isUnread,
        },
        { signal },
      ),
  )

/** Whether to offer summaries to the viewer. */
export function useCanSummarize(): boolean {
  const isOn = useOrg((org) => org.realm_topic_summaries_enabled === true)
  const isAllowed = useIsAllowed({ kind: 'summarize' })
  return isOn && isAllowed
}

const key = 'summary-service'

/** The service and its use in this month, for owners. */
export const useSummaryService = () =>
  useResource<ReplyOf<Endpoints['getSummaryService']>>(
    key,
    async (signal) => await api.getSummaryService({}, { signal }),
  )

export async function setSummaryService(input: Parameters<typeof api.setSummaryService>[0]) {
  const problem = await attempt(() => api.setSummaryService(input))
  invalidate(key)
  return problem
}

export async function removeSummaryService() {
  const problem = await attempt(() => api.deleteSummaryService())
  invalidate(key)
  return problem
}

export async function testSummaryService() {
  const problem = await attempt(() => api.testSummaryService())
  invalidate(key)
  return problem
}

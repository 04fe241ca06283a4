import type { ReportType } from '@loquat/contract'
import { useEffect } from 'react'
import { api } from '../session/api.ts'
import { attempt, type Problem } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { onEvents, onFreshState } from '../session/session.ts'
import { showErrorToast, showToast, showUndoToast } from '../shell/toasts.ts'

export type ReportState = 'open' | 'handled'

const reportsKey = (state: ReportState) => `message-reports:${state}`
const hiddenKey = (id: number) => `hidden-message:${id}`

/** The reports, re-fetched when they change. */
export function useReports(state: ReportState) {
  const key = reportsKey(state)
  useEffect(() => {
    const stopEvents = onEvents((events) => {
      if (events.some(({ type }) => type === 'message_reports')) invalidate(key)
    })
    const stopFreshState = onFreshState(() => invalidate(key))
    return () => {
      stopEvents()
      stopFreshState()
    }
  }, [key])
  return useResource(key, (signal) => api.getMessageReports({ state }, { signal }))
}

/** The content of a hidden message for moderators, and the reason for its sender. */
export const useHiddenMessage = (id: number) =>
  useResource(hiddenKey(id), (signal) => api.getHiddenMessage({ message_id: id }, { signal }))

export async function reportMessage(report: {
  message_id: number
  report_type: ReportType
  description: string
}): Promise<Problem | undefined> {
  const problem = await attempt(() => api.reportMessage(report))
  if (problem === undefined) showToast('moderation.reported')
  return problem
}

export async function setHandled(id: number, isHandled: boolean): Promise<void> {
  try {
    await api.updateMessageReport({ report_id: id, is_handled: isHandled })
    if (isHandled) showUndoToast('moderation.nowHandled', () => void setHandled(id, false))
  } catch (error) {
    showErrorToast(error)
  }
}

export async function hideMessage(hidden: {
  message_id: number
  reason: string
}): Promise<Problem | undefined> {
  const problem = await attempt(() => api.hideMessage(hidden))
  if (problem === undefined) {
    showUndoToast('moderation.nowHidden', () => void unhideMessage(hidden.message_id))
  }
  return problem
}

export async function unhideMessage(id: number): Promise<void> {
  try {
    await api.unhideMessage({ message_id: id })
    invalidate(hiddenKey(id))
    showToast('moderation.nowShown')
  } catch (error) {
    showErrorToast(error)
  }
}

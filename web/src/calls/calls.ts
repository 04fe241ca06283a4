import type { QueueEvent } from '@loquat/contract'
import { api } from '../session/api.ts'
import { detectSessionEnd, onEvents, onFreshState, org, untilLive } from '../session/session.ts'
import { onCall, putCall, useCalls } from './call-state.ts'

/** Keeps the calls in progress current, and rings for new ones in direct conversations. */
export function startCallSync(): void {
  if (org().server_calls_enabled !== true) return
  onEvents((events) => {
    for (const event of events) applyEvent(event)
  })
  // Only calls in direct conversations ring.
  onCall((call) => {
    if (call.user_ids === undefined) return
    void import('./ringing.ts').then(({ considerRinging }) => considerRinging(call)).catch(() => {})
  })
  onFreshState(() => void load())
  void load()
}

async function load(): Promise<void> {
  await untilLive()
  try {
    const { calls } = await api.getCalls()
    useCalls.setState({ calls: {} })
    for (const call of calls) putCall(call)
  } catch (error) {
    detectSessionEnd(error)
  }
}

function applyEvent(event: QueueEvent): void {
  if (event.type === 'call') putCall(event.call)
  else if (event.type === 'delete_message') {
    const ids = event.message_ids ?? [event.message_id ?? 0]
    for (const call of callsIn(ids)) putCall({ ...call, ended_timestamp: call.started_timestamp })
  } else if (event.type === 'update_message' && event.orig_subject !== undefined) {
    // The call moves with its message.
    if (callsIn(event.message_ids).length > 0) void load()
  }
}

const callsIn = (messageIds: readonly number[]) =>
  Object.values(useCalls.getState().calls).filter((call) => messageIds.includes(call.message_id))

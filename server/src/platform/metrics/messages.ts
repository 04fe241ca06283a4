import type { Declaration } from './declare.ts'

/** Messages, events, polls and streams. */
export function messageMetrics(declare: Declaration) {
  // Plain numbers, because these change with every event.
  const counts = {
    messages: 0,
    delivered: 0,
    polls: 0,
    streams: 0,
    waiting: 0,
    batches: 0,
    waitingChanges: 0,
  }
  declare.counter('loquat_messages_sent_total', 'Messages stored.', () => counts.messages)
  declare.counter('loquat_events_delivered_total', 'Events handed to clients.', () => counts.delivered)
  declare.gauge('loquat_parked_polls', 'Long polls that wait for an event right now.', () => counts.polls)
  declare.gauge(
    'loquat_open_streams',
    'Event streams that wait for an event right now.',
    () => counts.streams,
  )
  declare.gauge('loquat_sends_waiting', 'Messages that wait to be stored.', () => counts.waiting)
  declare.counter('loquat_send_batches_total', 'Transactions that store messages.', () => counts.batches)
  const sendWait = declare.durations(
    'loquat_send_wait_seconds',
    'Time that messages wait for their turn to be stored.',
  )
  declare.gauge(
    'loquat_changes_waiting',
    'Changes of organizations that wait for their turn.',
    () => counts.waitingChanges,
  )
  const lockWait = declare.durations(
    'loquat_log_lock_wait_seconds',
    'Time that changes of organizations wait for the lock of the event log, including their turn.',
  )
  return {
    messagesSent(count: number) {
      counts.messages += count
    },
    eventsDelivered(count: number) {
      counts.delivered += count
    },
    parked(kind: 'polls' | 'streams', change: 1 | -1) {
      counts[kind] += change
    },
    sendsWaiting(change: number) {
      counts.waiting += change
    },
    batchTaken() {
      counts.batches++
    },
    sendWaited(ms: number) {
      sendWait.record(ms / 1_000)
    },
    changesWaiting(change: 1 | -1) {
      counts.waitingChanges += change
    },
    lockWaited(ms: number) {
      lockWait.record(ms / 1_000)
    },
  }
}

import type { Archive } from '../archives/archive.ts'
import type { Micros, SourceId, SourceReadState, SourceSubscription } from '../model.ts'
import type { Report } from '../report.ts'
import type { FlagCollector } from './flags.ts'
import { type RealmTables, realmRows } from './realm-file.ts'
import { type AuditRow, micros } from './tables.ts'

/** Events of the audit log: a subscription was created, reactivated or deactivated. */
const began = new Set([301, 302])
const ended = 303

const everything = [[0, Number.MAX_SAFE_INTEGER]] as const

const keyOf = (user: SourceId | number, channel: SourceId | number) => `${user} ${channel}`

interface ReadStateReader {
  archive: Archive
  tables: RealmTables
  flags: FlagCollector
  report: Report
}

/**
 * The read state of everybody, after all messages were read. Users who did not agree to the export have no rows of messages, and
 * idle users only rows of messages that matter to them. The others count as read, and were received if the audit log says
 * that the user was subscribed.
 */
export async function* readStatesIn(
  { archive, tables, flags, report }: ReadStateReader,
  subscriptions: () => AsyncIterable<SourceSubscription>,
): AsyncGenerator<SourceReadState> {
  const isIdle = (user: number) => flags.idleSince(user) !== undefined
  const log = await subscriptionEvents(archive, (user) => !flags.hasRows(user) || isIdle(user))
  const idle = new Map<string, { isActive: boolean }>()
  for await (const { user, channel, isActive } of subscriptions()) {
    if (isIdle(Number(user))) idle.set(keyOf(user, channel), { isActive })
  }
  /** Adds what an idle user received without a row. */
  const completed = (state: SourceReadState): SourceReadState => {
    const key = 'channel' in state.in ? keyOf(state.user, state.in.channel) : ''
    const subscription = idle.get(key)
    if (subscription === undefined) return state
    const events = log.get(key)
    if (events !== undefined) return { ...state, receivedBetween: periodsOf(events, subscription.isActive) }
    const from = (flags.idleSince(Number(state.user)) ?? 0) + 1
    const before = (state.received ?? []).filter(([first]) => first < from)
    return subscription.isActive
      ? { ...state, received: [...before, [from, Number.POSITIVE_INFINITY]] }
      : state
  }
  for (const state of flags.readStates()) yield completed(state)

  const silent = new Set<SourceId>()
  for await (const { user, channel, isActive } of subscriptions()) {
    const [userId, channelId] = [Number(user), Number(channel)]
    const state: SourceReadState = { user, in: { channel }, read: everything }
    const events = log.get(keyOf(user, channel))
    if (flags.hasRows(userId)) {
      if (isActive && !flags.hasRowsIn(userId, channelId)) yield completed({ ...state, received: [] })
      continue
    }
    if (events !== undefined) yield { ...state, receivedBetween: periodsOf(events, isActive) }
    if (isActive && tables.users.get(userId)?.isPerson && flags.hasMessages(channelId)) silent.add(user)
  }
  report.skip('people', 'did not agree to the export', silent.size)
}

interface SubscriptionEvent {
  isBeginning: boolean
  time: Micros
}

/** The periods in which somebody was subscribed. The log may be younger than the subscription. */
function periodsOf(events: readonly SubscriptionEvent[], isActive: boolean): [from: Micros, until: Micros][] {
  const sorted = events.toSorted((a, b) => a.time - b.time)
  const periods: [Micros, Micros][] = []
  let since = sorted[0]?.isBeginning ? undefined : Number.NEGATIVE_INFINITY
  for (const { isBeginning, time } of sorted) {
    if (isBeginning) since ??= time
    else if (since !== undefined) {
      periods.push([since, time])
      since = undefined
    }
  }
  if (isActive && since !== undefined) periods.push([since, Number.POSITIVE_INFINITY])
  return periods
}

/** Events of the audit log by user and channel. */
async function subscriptionEvents(
  archive: Archive,
  isWanted: (user: number) => boolean,
): Promise<Map<string, SubscriptionEvent[]>> {
  const found = new Map<string, SubscriptionEvent[]>()
  for await (const { row } of realmRows<AuditRow>(archive, 'zerver_realmauditlog')) {
    const { event_type, event_time, modified_user, modified_stream } = row
    const time = micros(event_time)
    if ((!began.has(event_type) && event_type !== ended) || time === undefined) continue
    if (modified_user == null || modified_stream == null || !isWanted(modified_user)) continue
    const key = keyOf(modified_user, modified_stream)
    const events = found.get(key) ?? []
    found.set(key, events)
    events.push({ isBeginning: event_type !== ended, time })
  }
  return found
}

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

const keyOf = (user: number, channelId: number) => `${user} ${channelId}`

interface ReadStateReader {
  archive: Archive
  tables: RealmTables
  flags: FlagCollector
  report: Report
}

/**
 * The read state of everybody, after all messages were read. Users who did not agree to the export have no rows of messages:
 * they have read everything, and received what was sent while the audit log says that they were subscribed.
 */
export async function* readStatesIn(
  { archive, tables, flags, report }: ReadStateReader,
  subscriptions: () => AsyncIterable<SourceSubscription>,
): AsyncGenerator<SourceReadState> {
  const idle = new Set<string>()
  for await (const { user, channel, isActive } of subscriptions()) {
    if (isActive && flags.isIdle(Number(user))) idle.add(keyOf(Number(user), Number(channel)))
  }
  yield* flags.readStates((user, channelId) => idle.has(keyOf(user, channelId)))
  const log = await subscriptionEvents(archive, (user) => !flags.hasRows(user))
  const silent = new Set<SourceId>()
  for await (const { user, channel, isActive } of subscriptions()) {
    const pair = [Number(user), Number(channel)] as const
    const events = log.get(keyOf(...pair))
    const known = isActive ? flags.receivedWithoutRows(...pair) : undefined
    const received = events === undefined ? known : { between: periodsOf(events, isActive) }
    if (received !== undefined) yield { user, in: { channel }, received, read: everything }
    if (
      isActive &&
      tables.users.get(pair[0])?.isPerson &&
      !flags.hasRows(pair[0]) &&
      flags.hasMessages(pair[1])
    )
      silent.add(user)
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

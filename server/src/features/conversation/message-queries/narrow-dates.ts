import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Narrow } from './narrow.ts'
import { badNarrow, type Operand, wordOf } from './narrow-operands.ts'

const dayMs = 86_400_000
/** IDs of an organization ascend with time, imported ones too, but for clocks of several servers that differ. */
const maxClockDifferenceMs = 10 * 60_000

/** The first moment of a day such as `2026-11-01`, and of the day after it, in a time zone. */
export function dayOf(operand: Operand, timeZone: string): { start: number; end: number } {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(wordOf(operand)) ?? []
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // Days that a month does not have become other dates.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== operand)
    throw badNarrow('narrow-date-invalid', {})
  return { start: momentOf(midnight, timeZone), end: momentOf(midnight + dayMs, timeZone) }
}

/** The moment at which clocks in a zone show a time, which is given as if they showed UTC. */
function momentOf(shown: number, timeZone: string): number {
  const format = formatIn(timeZone)
  const offsetAt = (moment: number) => shownAt(format, moment) - moment
  return shown - offsetAt(shown - offsetAt(shown))
}

const clockOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const

function formatIn(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...clockOptions, timeZone: timeZone || 'UTC' })
  } catch {
    // A zone of another version of the time zone database.
    return new Intl.DateTimeFormat('en-US', { ...clockOptions, timeZone: 'UTC' })
  }
}

function shownAt(format: Intl.DateTimeFormat, moment: number): number {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** Bounds on IDs: none outside has a date that the narrow asks for. */
export interface IdBounds {
  from: number
  below: number
}

const boundariesSlot = new Slot<App, BoundedCache<string, number>>()

/**
 * The narrow with bounds on IDs, so that searches before a day start there and not at the newest message. Previews of imports have none: messages
 * of the old server may come late.
 */
export async function withDateBounds(app: App, db: Db, realm: Realm, narrow: Narrow): Promise<Narrow> {
  if (realm.directory.realm.previewOf !== null) return narrow
  let bounds: IdBounds | undefined
  for (const condition of narrow.conditions) {
    if (condition.kind !== 'sent') continue
    bounds ??= { from: 0, below: noBound }
    const isBefore = (condition.side === 'before') !== condition.negated
    const id = await firstIdSince(
      app,
      db,
      realm.id,
      isBefore
        ? condition.moment + maxClockDifferenceMs
        : Math.min(condition.moment - maxClockDifferenceMs, latest(app)),
    )
    if (isBefore) bounds.below = Math.min(bounds.below, id)
    else if (id !== noBound) bounds.from = Math.max(bounds.from, id)
  }
  return bounds === undefined ? narrow : { ...narrow, bounds }
}

const noBound = Number.MAX_SAFE_INTEGER

/** A moment before which no more messages are sent; the same for a while, so that its ID can be cached. */
const latest = ({ clock }: App) => Math.floor(clock.now() / maxClockDifferenceMs - 2) * maxClockDifferenceMs

/** The ID of the first message sent since a moment; the highest number if there is none yet. */
async function firstIdSince(app: App, db: Db, realmId: number, moment: number): Promise<number> {
  const known = app.slots.get(boundariesSlot) ?? app.slots.set(boundariesSlot, new BoundedCache(1_000))
  const key = `${realmId} ${moment}`
  const cached = known.get(key)
  if (cached !== undefined) return cached
  const { rows } = await prepared(firstIdSql(realmId, new Date(moment))).execute(db)
  const id = rows[0]?.id ?? noBound
  // A message sent earlier cannot follow any more.
  if (id !== noBound) known.set(key, id)
  return id
}

/**
 * Halves the range of IDs until it is empty: messages below it were sent before the moment, messages above it since. At most 63 steps, each of
 * which reads one message, and those of other organizations before it.
 */
const firstIdSql = (realmId: number, moment: Date): RawBuilder<{ id: number | null }> => sql`
  with recursive part (low, high) as (
    select 0::bigint, coalesce((select max(id) from message), 0) + 1
    union all
    select case when first.sent_at < ${moment}::timestamptz then first.id + 1 else low end,
      case when first.sent_at < ${moment}::timestamptz then high else middle end
    from part cross join lateral (select (low + high) / 2 as middle) as half
    left join lateral (
      select id, sent_at from message where realm_id = ${realmId} and id >= middle and id < high order by id limit 1
    ) as first on true
    where low < high
  )
  select (select m.id from message m where m.id >= part.high and m.realm_id = ${realmId} order by m.id limit 1) as id
  from part where low >= high`

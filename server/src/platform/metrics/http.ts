import type { Registry } from 'prom-client'
import type { Declaration } from './declare.ts'
import { Durations, register } from './series.ts'

/** Series of one method and route. */
interface RouteSeries {
  method: string
  route: string
  durations: Durations
  byStatus: Map<number, number>
}

/** The server has fewer routes; requests to further ones count as `other`. */
const maxRoutes = 1_000
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Requests by method, route and status. A route is a pattern such as `/users/{user_id}`, never a path. */
export function httpMetrics(registry: Registry, declare: Declaration) {
  const byRoute = new Map<string, Map<string, RouteSeries>>()
  const counts = { underWay: 0, turnedAway: 0 }
  const all = () => [...byRoute.values()].flatMap((byMethod) => [...byMethod.values()])
  register(
    registry,
    {
      name: 'loquat_http_requests_total',
      help: 'Answered requests, by method, route and status. Long polls count when they fail.',
      type: 'counter',
    },
    () =>
      all().flatMap(({ method, route, byStatus }) =>
        [...byStatus].map(([status, value]) => ({
          labels: { method, route, status: String(status) },
          value,
        })),
      ),
  )
  const duration = 'loquat_http_request_duration_seconds'
  register(
    registry,
    {
      name: duration,
      help: 'Time to answer, by method and route. Long polls are not included.',
      type: 'histogram',
    },
    () => all().flatMap(({ method, route, durations }) => durations.samples(duration, { method, route })),
  )
  declare.gauge(
    'loquat_requests_under_way',
    'Requests being answered, long polls not included.',
    () => counts.underWay,
  )
  declare.counter(
    'loquat_requests_turned_away_total',
    'Requests refused because of overload.',
    () => counts.turnedAway,
  )
  const limited = declare.counts(
    'loquat_rate_limited_total',
    'Calls refused by a rate limit, by limit.',
    'limit',
    ['api', 'events', 'login'],
  )

  const seriesOf = (method: string, route: string): RouteSeries => {
    const known = byRoute.get(route)?.get(method)
    if (known !== undefined) return known
    if (method !== 'other' && !methods.has(method)) return seriesOf('other', route)
    const isFull = !byRoute.has(route) && byRoute.size >= maxRoutes
    return isFull && route !== 'other' ? seriesOf(method, 'other') : created(method, route)
  }
  const created = (method: string, route: string): RouteSeries => {
    const series = { method, route, durations: new Durations(), byStatus: new Map() }
    const byMethod = byRoute.get(route)
    if (byMethod === undefined) byRoute.set(route, new Map([[method, series]]))
    else byMethod.set(method, series)
    return series
  }

  return {
    requestAnswered(method: string, route: string, status: number, seconds: number) {
      const { durations, byStatus } = seriesOf(method, route)
      durations.record(seconds)
      byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
    },
    requestStarted() {
      counts.underWay++
    },
    requestEnded() {
      counts.underWay--
    },
    requestTurnedAway() {
      counts.turnedAway++
    },
    rateLimited(limit: string) {
      limited.add(limit)
    },
  }
}

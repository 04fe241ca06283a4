import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** All metrics of `/metrics`. One function or field per event type, so that names cannot drift. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'loquat_http_request_seconds',
    help: 'Time to answer, by endpoint and status. Long polls are not included.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  })
  // Plain numbers, read when metrics are requested: these change with every event.
  const counts = { messages: 0, delivered: 0, parked: 0, underWay: 0, waitingSends: 0, turnedAway: 0 }
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(value())
      },
    })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  counter('loquat_messages_sent_total', 'Messages stored.', () => counts.messages)
  counter('loquat_events_delivered_total', 'Events handed to clients.', () => counts.delivered)
  counter(
    'loquat_requests_turned_away_total',
    'Requests refused because of overload.',
    () => counts.turnedAway,
  )
  gauge('loquat_parked_polls', 'Long polls that wait for an event right now.', () => counts.parked)
  gauge(
    'loquat_requests_under_way',
    'Requests being answered, long polls not included.',
    () => counts.underWay,
  )
  gauge('loquat_sends_waiting', 'Messages that wait to be stored.', () => counts.waitingSends)
  return {
    registry,
    requestAnswered(method: string, route: string, status: number, seconds: number) {
      requests.observe({ method, route, status }, seconds)
    },
    messagesSent(count: number) {
      counts.messages += count
    },
    eventsDelivered(count: number) {
      counts.delivered += count
    },
    pollParked() {
      counts.parked++
    },
    pollAnswered() {
      counts.parked--
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
    sendsWaiting(change: number) {
      counts.waitingSends += change
    },
  }
}

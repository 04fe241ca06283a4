import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Everything `/metrics` shows. One function or field per thing that happens, so that names cannot drift. */
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
  // Counted as plain numbers and looked at when asked: these change with every event.
  const counts = { messages: 0, delivered: 0, parked: 0 }
  new Counter({
    name: 'loquat_messages_sent_total',
    help: 'Messages stored.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(counts.messages)
    },
  })
  new Counter({
    name: 'loquat_events_delivered_total',
    help: 'Events handed to clients.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(counts.delivered)
    },
  })
  new Gauge({
    name: 'loquat_parked_polls',
    help: 'Long polls that wait for an event right now.',
    registers: [registry],
    collect() {
      this.set(counts.parked)
    },
  })
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
  }
}

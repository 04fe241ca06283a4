import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, createApi } from '@loquat/client'
import { startServerProcess } from '@loquat/devkit/server-process'
import { ownerOf } from './people.ts'
import { temporaryPlace } from './place.ts'

/**
 * Draws `docs/self-hosting/monitoring.svg`: panels of the dashboard with the metrics of a real server, during a minute in which clients
 * come, send and leave.
 */
const seconds = 60
const clients = 40
const file = join(import.meta.dirname, '../../docs/self-hosting/monitoring.svg')

type Scrape = Map<string, number>
interface Panel {
  title: string
  unit: string
  /** The value of each second, from the metrics before and after it. */
  lines: { name: string; value(before: Scrape, after: Scrape): number }[]
}

const sum = (scrape: Scrape, start: string) =>
  [...scrape].reduce((total, [name, value]) => (name.startsWith(start) ? total + value : total), 0)
const rate = (start: string) => (before: Scrape, after: Scrape) => sum(after, start) - sum(before, start)
const gauge = (start: string) => (_: Scrape, after: Scrape) => sum(after, start)

/** A quantile of what a histogram counted in between, as an upper bound. */
const quantile =
  (histogram: string, part: number, labels = '') =>
  (before: Scrape, after: Scrape) => {
    const byBound = new Map<number, number>()
    for (const [name, value] of after) {
      if (!name.startsWith(`${histogram}_bucket`) || !name.includes(labels)) continue
      const bound = Number(/le="([^"]+)"/.exec(name)?.[1]?.replace('+Inf', 'Infinity'))
      byBound.set(bound, (byBound.get(bound) ?? 0) + value - (before.get(name) ?? 0))
    }
    const total = byBound.get(Number.POSITIVE_INFINITY) ?? 0
    const bounds = [...byBound.keys()].sort((one, other) => one - other)
    const found = bounds.find((bound) => (byBound.get(bound) ?? 0) >= total * part)
    return total === 0 || found === undefined ? 0 : Math.min(found, 10) * 1_000
  }

const panels: Panel[] = [
  {
    title: 'Messages sent',
    unit: 'per second',
    lines: [
      { name: 'messages', value: rate('loquat_messages_sent_total') },
      { name: 'transactions', value: rate('loquat_send_batches_total') },
    ],
  },
  {
    title: 'Events delivered',
    unit: 'per second',
    lines: [{ name: 'events', value: rate('loquat_events_delivered_total') }],
  },
  {
    title: 'Waiting clients',
    unit: '',
    lines: [{ name: 'polls', value: gauge('loquat_parked_polls') }],
  },
  {
    title: 'Time to answer',
    unit: 'ms, at most',
    lines: [
      { name: 'median', value: quantile('loquat_http_request_duration_seconds', 0.5) },
      { name: '95 %', value: quantile('loquat_http_request_duration_seconds', 0.95) },
    ],
  },
  {
    title: 'Statements',
    unit: 'per second',
    lines: ['select', 'with', 'transaction'].map((kind) => ({
      name: kind,
      value: rate(`loquat_database_statement_duration_seconds_count{kind="${kind}"}`),
    })),
  },
  {
    title: 'Memory',
    unit: 'MB',
    lines: [
      {
        name: 'resident, both workers',
        value: (_, after) => sum(after, 'process_resident_memory_bytes') / 1e6,
      },
    ],
  },
]

async function observe(url: string, login: { email: string; apiKey: string }): Promise<Scrape[]> {
  const api = createApi({ url, credentials: login })
  const ends = new AbortController()
  const halfway = new AbortController()
  const work: Promise<void>[] = []
  for (let n = 0; n < clients; n++) work.push(receive(api, n < clients / 2 ? halfway.signal : ends.signal))
  for (let n = 0; n < 8; n++) work.push(send(api, n, halfway.signal, ends.signal))
  const scrapes: Scrape[] = []
  for (let n = 0; n <= seconds; n++) {
    const next = sleep(1_000)
    scrapes.push(await scrape(url))
    if (n === seconds / 2) halfway.abort()
    await next
  }
  ends.abort()
  await Promise.all(work)
  return scrapes
}

async function receive(api: Api, end: AbortSignal): Promise<void> {
  const { queue_id, last_event_id } = await api.register({ event_types: ['message'], fetch_event_types: [] })
  let position = last_event_id ?? -1
  while (!end.aborted) {
    const { events } = await api.getEvents({ queue_id: queue_id ?? '', last_event_id: position })
    position = (events.at(-1)?.id as number | undefined) ?? position
  }
}

/** Some clients send now and then, and the others as fast as they can after half of the time. */
async function send(api: Api, n: number, halfway: AbortSignal, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    if (n < 2 || halfway.aborted)
      await api.sendMessage({ type: 'channel', to: 'general', topic: 'load', content: 'Some text.' })
    await sleep(n < 2 || !halfway.aborted ? 100 : 0)
  }
}

async function scrape(url: string): Promise<Scrape> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

function draw(scrapes: readonly Scrape[]): string {
  const width = 320
  const height = 190
  const body = panels.map((panel, n) => {
    const place = `translate(${(n % 3) * width}, ${Math.floor(n / 3) * height})`
    return `<g transform="${place}">${drawPanel(panel, scrapes)}</g>`
  })
  const rows = Math.ceil(panels.length / 3)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${3 * width} ${rows * height}" font-family="sans-serif" font-size="11" role="img"><title>A minute of a server under load</title><rect width="100%" height="100%" fill="#fff"/>${body.join('')}</svg>\n`
}

const colors = ['#2f6f4f', '#c8702a', '#4a5fc1']

function drawPanel({ title, unit, lines }: Panel, scrapes: readonly Scrape[]): string {
  const area = { x: 45, y: 30, width: 260, height: 110 }
  const series = lines.map(({ value }) =>
    scrapes.slice(1).map((after, n) => value(scrapes[n] ?? after, after)),
  )
  const top = ceiling(Math.max(1, ...series.flat()))
  const points = (values: readonly number[]) =>
    values
      .map((value, n) => {
        const x = area.x + (n / (values.length - 1)) * area.width
        return `${x.toFixed(1)},${(area.y + area.height * (1 - value / top)).toFixed(1)}`
      })
      .join(' ')
  const grid = [0, 0.5, 1].map((part) => {
    const y = area.y + area.height * (1 - part)
    return `<line x1="${area.x}" x2="${area.x + area.width}" y1="${y}" y2="${y}" stroke="#ddd"/><text x="${area.x - 6}" y="${y + 4}" text-anchor="end" fill="#666">${top * part}</text>`
  })
  const curves = series.map(
    (values, n) =>
      `<polyline points="${points(values)}" fill="none" stroke="${colors[n]}" stroke-width="1.5"/>`,
  )
  const legend = lines.map(
    ({ name }, n) =>
      `<text x="${area.x + n * 90}" y="${area.y + area.height + 30}" fill="${colors[n]}">${name}</text>`,
  )
  const times = [0, seconds].map(
    (at) =>
      `<text x="${area.x + (at / seconds) * area.width}" y="${area.y + area.height + 14}" text-anchor="middle" fill="#666">${at} s</text>`,
  )
  const heading = `<text x="${area.x}" y="18" font-weight="bold" fill="#222">${title}<tspan dx="6" font-weight="normal" fill="#666">${unit}</tspan></text>`
  return [heading, ...grid, ...curves, ...times, ...legend].join('')
}

/** The next round number. */
function ceiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 4, 5, 8, 10].map((one) => one * power).find((one) => one >= value) ?? 10 * power
}

const place = await temporaryPlace()
const server = await startServerProcess(place.dataDir, { args: ['--workers', '2'] })
try {
  const scrapes = await observe(server.url, await ownerOf(server))
  await writeFile(file, draw(scrapes))
} finally {
  await server.stop()
  await place.remove()
}

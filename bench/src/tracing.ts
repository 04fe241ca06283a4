import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { cpuTime } from './cpu-time.ts'
import { quantile } from './latencies.ts'
import { ownerOf } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import type { Line } from './report.ts'

const rounds = 7
const requestsPerRound = 3_000
const connections = 8

/** `serve.ts` of another checkout to compare with, such as one without the code for traces. */
const otherProgram = process.env.LOQUAT_BENCH_PROGRAM

interface Candidate {
  name: string
  place: Place
  server: ServerProcess
  clients: RawClient[]
  send: string
  /** Milliseconds of CPU time per send, of each round. */
  times: number[]
}

/** CPU time of sends with traces off and on, in alternating rounds. */
export async function benchTracing(): Promise<Line[]> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const on = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  }
  const off = await start('off', {})
  const others = [await start('on', on)]
  if (otherProgram !== undefined) others.push(await start(otherProgram, {}, otherProgram))
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const candidate of [off, ...others]) {
        const ms = await measure(candidate)
        // The first round warms up.
        if (round > 0) candidate.times.push(ms)
      }
    }
  } finally {
    collector.close()
    for (const { server, place, clients } of [off, ...others]) {
      for (const client of clients) client.close()
      await server.stop()
      await place.remove()
    }
  }
  const shown = ({ times }: Candidate) =>
    `${quantile(times, 0.5).toFixed(3)} ms (${Math.min(...times).toFixed(3)} to ${Math.max(...times).toFixed(3)})`
  return others.map((other) => ({
    what: `CPU time of a send, traces ${other.name}`,
    measured: shown(other),
    limit: `${shown(off)} with traces off`,
    ratio: quantile(other.times, 0.5) / quantile(off.times, 0.5),
    aim: '',
  }))
}

async function start(name: string, env: Record<string, string>, program?: string): Promise<Candidate> {
  const place = await temporaryPlace()
  const server = await startServerProcess(place.dataDir, { env, ...(program && { program }) })
  const send = requestBytes('POST', '/api/v1/messages', await ownerOf(server), {
    type: 'channel',
    to: 'general',
    topic: 'bench',
    content: 'A message of ordinary length, with a *few* words and nothing special about it.',
  })
  const clients = await Promise.all(Array.from({ length: connections }, () => RawClient.open(server.port)))
  return { name, place, server, clients, send, times: [] }
}

async function measure({ server, place, clients, send }: Candidate): Promise<number> {
  const before = await cpuTime(server, place.dataDir)
  await Promise.all(
    clients.map(async (client) => {
      for (let n = 0; n < requestsPerRound / connections; n++) {
        const body = await client.request(send)
        if (!body.includes('"result":"success"')) throw new Error(body.toString())
      }
    }),
  )
  return ((await cpuTime(server, place.dataDir)) - before) / requestsPerRound
}

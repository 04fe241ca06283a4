import { type ProcessOptions, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { BigClient } from './big-client.ts'
import { cpuTime } from './cpu-time.ts'
import { quantile } from './latencies.ts'
import { ownerOf } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { type Login, requestBytes } from './raw-client.ts'

const rounds = 7
/** Node compiles what runs often, which takes longest with several processes: until then, a send takes twice as much CPU time. */
const warmUpMs = 10_000
/** While others were measured, a server has given memory back, which it needs again first. */
const settleMs = 1_000
const roundMs = 2_500
/** As in the benches of sends and of reads. */
const connections = { send: 32, fetch: 8 }

/** A server to compare with others, and the CPU time of each round in milliseconds per request. */
export interface Candidate {
  name: string
  place: Place
  server: ServerProcess
  login: Login
  times: Record<RequestKind, number[]>
}

const requests = {
  send: (login: Login) =>
    requestBytes('POST', '/api/v1/messages', login, {
      type: 'channel',
      to: 'general',
      topic: 'bench',
      content: 'A message of ordinary length, with a *few* words and nothing special about it.',
    }),
  fetch: (login: Login) =>
    requestBytes('GET', '/api/v1/messages', login, { anchor: 'newest', num_before: '100', num_after: '0' }),
}
export type RequestKind = keyof typeof requests

export async function startCandidate(name: string, options: ProcessOptions = {}): Promise<Candidate> {
  const place = await temporaryPlace()
  const server = await startServerProcess(place.dataDir, options)
  return { name, place, server, login: await ownerOf(server), times: { send: [], fetch: [] } }
}

/** Measures the candidates in alternating rounds, and stops them. */
export async function compare(
  candidates: readonly Candidate[],
  kinds: readonly RequestKind[],
): Promise<void> {
  try {
    await measureRounds(candidates, kinds)
  } finally {
    for (const candidate of candidates) await stopCandidate(candidate)
  }
}

export async function stopCandidate({ server, place }: Candidate): Promise<void> {
  await server.stop()
  await place.remove()
}

/** Measures the candidates in alternating rounds, after each has warmed up. */
export async function measureRounds(
  candidates: readonly Candidate[],
  kinds: readonly RequestKind[],
): Promise<void> {
  for (const kind of kinds) {
    for (const candidate of candidates) {
      await load(candidate, kind, warmUpMs)
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (const kind of kinds) {
      for (const candidate of candidates) candidate.times[kind].push(await measure(candidate, kind))
    }
  }
}

async function measure(candidate: Candidate, kind: RequestKind): Promise<number> {
  const { server, place } = candidate
  await load(candidate, kind, settleMs)
  const before = await cpuTime(server, place.dataDir)
  const count = await load(candidate, kind, roundMs)
  return ((await cpuTime(server, place.dataDir)) - before) / count
}

/** Sends requests for some time; returns how many. */
async function load({ server, login }: Candidate, kind: RequestKind, ms: number): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections[kind] }, () => BigClient.open(server.port)),
  )
  const bytes = requests[kind](login)
  const until = performance.now() + ms
  let count = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const { status } = await client.request(bytes)
        if (status !== 200) throw new Error(`${kind}: ${status}`)
        count++
      }
    }),
  )
  for (const client of clients) client.close()
  return count
}

export const medianOf = ({ times }: Candidate, kind: RequestKind) => quantile(times[kind], 0.5)

export function shown(candidate: Candidate, kind: RequestKind): string {
  const times = candidate.times[kind]
  const [least, most] = [Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(3))
  return `${medianOf(candidate, kind).toFixed(3)} ms (${least} to ${most})`
}

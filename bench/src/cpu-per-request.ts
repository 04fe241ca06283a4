import { type ProcessOptions, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { BigClient } from './big-client.ts'
import { cpuTime } from './cpu-time.ts'
import { quantile } from './latencies.ts'
import { ownerOf } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { type Login, requestBytes } from './raw-client.ts'

const rounds = 7
const requestsPerRound = 3_000
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

/** Measures the candidates in alternating rounds. */
export async function measureRounds(
  candidates: readonly Candidate[],
  kinds: readonly RequestKind[],
): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    for (const kind of kinds) {
      for (const candidate of candidates) {
        const ms = await measure(candidate, kind)
        // The first round warms up.
        if (round > 0) candidate.times[kind].push(ms)
      }
    }
  }
}

async function measure({ server, place, login }: Candidate, kind: RequestKind): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: connections[kind] }, () => BigClient.open(server.port)),
  )
  const bytes = requests[kind](login)
  const before = await cpuTime(server, place.dataDir)
  await Promise.all(
    clients.map(async (client) => {
      for (let n = 0; n < requestsPerRound / clients.length; n++) {
        const { status } = await client.request(bytes)
        if (status !== 200) throw new Error(`${kind}: ${status}`)
      }
    }),
  )
  const ms = ((await cpuTime(server, place.dataDir)) - before) / requestsPerRound
  for (const client of clients) client.close()
  return ms
}

export const medianOf = ({ times }: Candidate, kind: RequestKind) => quantile(times[kind], 0.5)

export function shown(candidate: Candidate, kind: RequestKind): string {
  const times = candidate.times[kind]
  const [least, most] = [Math.min(...times), Math.max(...times)].map((ms) => ms.toFixed(3))
  return `${medianOf(candidate, kind).toFixed(3)} ms (${least} to ${most})`
}

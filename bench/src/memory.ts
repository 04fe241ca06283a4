import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from '@loquat/client'
import { postgresPids, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { runAdmin } from './admin-run.ts'
import { addPeople, ownerOf } from './people.ts'
import { type Place, temporaryPlace } from './place.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import type { Line } from './report.ts'

const quiet = 15_000
const loadSeconds = 10
const connections = 32
const organizations = 4
const people = 1_000

/** Preloaded into a server, so that {@link leastMemory} can make it free memory. */
export const collecting = ['--expose-gc', '--import', new URL('./collect.ts', import.meta.url).href]

/** Memory of a server, PostgreSQL included: after its start, idle, and after load; and of each organization. */
export async function benchMemory(): Promise<Line[]> {
  const place = await temporaryPlace()
  try {
    return [...(await memoryUnderLoad(place)), await memoryOfOrganization(place)]
  } finally {
    await place.remove()
  }
}

async function memoryUnderLoad(place: Place): Promise<Line[]> {
  const server = await startServerProcess(place.dataDir)
  try {
    const started = await measure(place, server)
    const login = await ownerOf(server)
    const api = createApi({ url: server.url, credentials: login })
    await api.register()
    await api.sendMessage({ type: 'channel', to: 'general', topic: 'memory', content: 'One message.' })
    await sleep(quiet)
    const idle = await measure(place, server)
    const clients = await Promise.all(Array.from({ length: connections }, () => RawClient.open(server.port)))
    const send = requestBytes('POST', '/api/v1/messages', login, {
      type: 'channel',
      to: 'general',
      topic: 'memory',
      content: 'A message of ordinary length, with a *few* words and nothing special about it.',
    })
    const fetch = requestBytes('GET', '/api/v1/messages', login, {
      anchor: 'newest',
      num_before: '100',
      num_after: '0',
    })
    const end = performance.now() + loadSeconds * 1_000
    await Promise.all(
      clients.map(async (client) => {
        for (let n = 0; performance.now() < end; n++) await client.request(n % 4 === 0 ? fetch : send)
        client.close()
      }),
    )
    const loaded = await measure(place, server)
    return [
      { what: 'just started: server + embedded PostgreSQL (PSS)', measured: started, aim: 'at most 170 MB' },
      {
        what: 'idle, one organization: server + embedded PostgreSQL (PSS)',
        measured: idle,
        aim: 'at most 256 MB',
      },
      {
        what: `after ${loadSeconds} s of sends and fetches over ${connections} connections`,
        measured: loaded,
        aim: 'at most 300 MB',
      },
    ]
  } finally {
    await server.stop()
  }
}

/**
 * Memory that a server needs for each further organization. Of its heap: what a start leaves behind is given back to the system
 * in pieces that are larger than an organization. Compared with a start without them, because background work loads them, too.
 */
async function memoryOfOrganization(place: Place): Promise<Line> {
  const before = await heapAfterStart(place, [])
  const subdomains = Array.from({ length: organizations }, (_, n) => `org${n + 1}`)
  for (const subdomain of subdomains) {
    const options = { subdomain, name: subdomain, 'owner-email': 'owner@example.com' }
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
    await runAdmin(place.dataDir, 'org', 'create', ...args)
    await addPeople(place, people, subdomain)
  }
  const each = ((await heapAfterStart(place, subdomains)) - before) / organizations
  return {
    what: `each organization of ${people.toLocaleString('en')} people, in the heap of the server`,
    measured: `${(each / 1_024 ** 2).toFixed(1)} MB`,
    aim: 'at most 3 MB',
  }
}

async function heapAfterStart(place: Place, subdomains: readonly string[]): Promise<number> {
  const server = await startServerProcess(place.dataDir, { nodeOptions: collecting })
  try {
    for (const subdomain of subdomains) await load(server, subdomain)
    const users = await metric(server, 'loquat_directory_entries{kind="users"}')
    if (users < subdomains.length * people) throw new Error(`Only ${users} people are loaded.`)
    return await heapOf(server)
  } finally {
    await server.stop()
  }
}

/** Bytes of the heap in use, without garbage. */
async function heapOf(server: ServerProcess): Promise<number> {
  for (const pid of await server.workers()) await leastMemory(pid)
  return await metric(server, 'nodejs_heap_size_used_bytes')
}

async function metric({ url }: ServerProcess, name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  const line = lines.find((one) => one.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}

/** Makes the server load an organization. */
async function load({ port }: ServerProcess, subdomain: string): Promise<void> {
  const headers = { host: `${subdomain}.localhost:${port}` }
  const call = request({ host: '127.0.0.1', port, path: '/api/v1/server_settings', headers }).end()
  const [response] = await once(call, 'response')
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200)
    throw new Error(`${headers.host} was answered with ${response.statusCode}.`)
}

async function measure(place: Place, server: ServerProcess): Promise<string> {
  const node = await sumOf([server.pid, ...(await server.workers())])
  const postgres = await sumOf(await postgresPids(place.dataDir))
  return `${mb(node)} + ${mb(postgres)} = ${mb(node + postgres)} MB`
}

const mb = (kilobytes: number) => Math.round(kilobytes / 1_024)

/** The memory of a process in kilobytes. */
export async function pss(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
}

/** The memory of a process started with {@link collecting}, without garbage. */
export async function leastMemory(pid: number): Promise<number> {
  for (let n = 0; n < 3; n++) {
    process.kill(pid, 'SIGUSR2')
    await sleep(1_000)
  }
  return await pss(pid)
}

async function sumOf(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(pids.map(pss))
  return sizes.reduce((sum, size) => sum + size, 0)
}

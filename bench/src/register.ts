import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from '@loquat/client'
import { startDatabaseProxy } from '@loquat/devkit/database-proxy'
import { endProcess, freePort, startServerProcess } from '@loquat/devkit/server-process'
import { BigClient } from './big-client.ts'
import { buildOrganization, loginOf } from './large-data.ts'
import { type Place, temporaryPlace } from './place.ts'
import { requestBytes } from './raw-client.ts'
import { type Line, median } from './report.ts'
import { registerParams, secondStart, shownTransfer, type Transfer } from './second-start.ts'

const clients = 1_000
const rounds = 30

const registerOf = (n: number) => requestBytes('POST', '/api/v1/register', loginOf(n), registerParams)

/** Registering in an organization of ten thousand people and a thousand channels. */
export async function benchRegister(): Promise<Line[]> {
  const place = await temporaryPlace()
  await (await startServerProcess(place.dataDir)).stop()
  await buildOrganization(place)
  const statements = await statementsOf(place)
  let server = await startServerProcess(place.dataDir)
  try {
    const client = await BigClient.open(server.port)
    const cold = await timed(() => client.request(registerOf(2)))
    const { size } = await client.request(registerOf(4))
    const warm = await medianTime((n) => client.request(registerOf(5 + n)))
    client.close()
    const raw = await fromMemory(size)
    const again = await renamedMeanwhile(server.port)

    await server.kill()
    server = await startServerProcess(place.dataDir)
    const crowd = await allAtOnce(server.port)
    return [
      {
        what: 'register, 10,000 people and 1,000 channels, first after a start',
        measured: `${cold.toFixed(0)} ms`,
        aim: '',
      },
      {
        what: `the same warm: ${(size / 1e6).toFixed(1)} MB, ${statements} statements`,
        measured: `${warm.toFixed(1)} ms`,
        limit: `${raw.toFixed(1)} ms from memory`,
        ratio: warm / raw,
        aim: 'ratio at most 3, 12 statements',
      },
      {
        what: 'the same for a client that was here before, after a user was renamed',
        measured: shownTransfer(again),
        aim: 'at most 50 kB, 300 ms',
      },
      {
        what: `${clients.toLocaleString('en')} clients registering at once after a restart`,
        measured: `${(crowd.milliseconds / 1_000).toFixed(1)} s, ${crowd.failed} failed, the server has ${Math.round(crowd.megabytes)} MB`,
        aim: 'none fails',
      },
    ]
  } finally {
    await server.stop()
    await place.remove()
  }
}

function renamedMeanwhile(port: number): Promise<Transfer> {
  const api = createApi({ url: `http://127.0.0.1:${port}`, credentials: loginOf(3) })
  return secondStart(port, loginOf(3), () => api.updateSettings({ full_name: 'Person 3 of 10,000' }))
}

/** Counted in a run of its own, because counting costs time. */
async function statementsOf(place: Place): Promise<number> {
  const proxy = await startDatabaseProxy(place.cluster.connection('loquat'))
  const server = await startServerProcess(place.dataDir, { env: { DATABASE_URL: proxy.databaseUrl } })
  const client = await BigClient.open(server.port)
  await client.request(registerOf(2))
  const before = proxy.statements()
  await client.request(registerOf(3))
  const statements = proxy.statements() - before
  client.close()
  await server.stop()
  proxy.close()
  return statements
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function medianTime(work: (n: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < rounds; n++) times.push(await timed(() => work(n)))
  return median(times)
}

/** The same number of bytes from a server that has them ready. */
async function fromMemory(size: number): Promise<number> {
  const port = await freePort()
  const program = new URL('repeater.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program, String(port), String(size)], { stdio: 'ignore' })
  try {
    let client: BigClient | undefined
    while (client === undefined) {
      await sleep(50)
      client = await BigClient.open(port).catch(() => undefined)
    }
    const open = client
    for (let n = 0; n < 5; n++) await open.request(registerOf(2))
    const time = await medianTime(() => open.request(registerOf(2)))
    client.close()
    return time
  } finally {
    await endProcess(child, 'SIGTERM')
  }
}

async function allAtOnce(port: number) {
  const open = await Promise.all(Array.from({ length: clients }, () => BigClient.open(port)))
  const started = performance.now()
  const outcomes = await Promise.allSettled(open.map((client, n) => client.request(registerOf(n + 2))))
  const milliseconds = performance.now() - started
  for (const client of open) client.close()
  const failed = outcomes.filter((one) => one.status === 'rejected' || one.value.status !== 200).length
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1] ?? 0)
  return { milliseconds, failed, megabytes: bytes / 1e6 }
}

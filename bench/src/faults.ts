import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseProxy, startDatabaseProxy } from '@loquat/devkit/database-proxy'
import {
  disconnectReplica,
  failOver,
  type Primary,
  setSynchronous,
  startPrimary,
  startReplica,
} from '@loquat/devkit/replica'
import { killAll, postgresPids, type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { FaultLoad } from './fault-load.ts'
import { ownerOf } from './people.ts'
import type { Line } from './report.ts'

/** Only faults with this in their name, if set. */
const only = process.env.FAULT ?? ''
const faultSeconds = 20
const pause = (seconds = faultSeconds) => sleep(seconds * 1_000)

interface Setting {
  folder: string
  primary: Primary
  proxy: DatabaseProxy
  server: ServerProcess
  load: FaultLoad
}

type Fault = (setting: Setting) => Promise<void>

/** Breaks the database, its connections and its disks in turn, while one person sends and another listens. */
export async function benchFaults(): Promise<Line[]> {
  const faults: [name: string, fault: Fault, mayLose?: boolean][] = [
    [`connections carry nothing for ${faultSeconds} s`, swallow],
    [`PostgreSQL refuses connections (53300) for ${faultSeconds} s`, refuseConnections],
    [`read-only for ${faultSeconds} s`, readOnly],
    ['PostgreSQL stopped (SIGSTOP) for 30 s', stopProcesses],
    [`disk of the database full for ${faultSeconds} s`, fillDatabaseDisk],
    [`disk of the files full for ${faultSeconds} s`, fillFilesDisk],
    ['failover to a replica that has everything', failOverWithoutLoss],
    ['failover to a replica that lacks 5 s', failOverWithLoss, true],
  ]
  const lines: Line[] = []
  for (const [name, fault, mayLose] of faults.filter(([name]) => name.includes(only))) {
    console.error(`  ${name} …`)
    lines.push(await measure(name, fault, mayLose))
    console.error(`    ${lines.at(-1)?.measured}`)
  }
  return lines
}

async function measure(name: string, fault: Fault, mayLose = false): Promise<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-faults-'))
  const removeDisks = makeDisks(folder)
  const primary = await startPrimary(join(folder, 'database'))
  const first = await startServerProcess(join(folder, 'database'))
  const login = await ownerOf(first)
  await first.stop()
  // PostgreSQL stops with the server that used it last.
  await primary.cluster.ensure()
  const proxy = await startDatabaseProxy(primary.cluster.connection('loquat'))
  const env = { DATABASE_URL: proxy.databaseUrl }
  execFileSync('cp', [join(folder, 'database', 'secret-key'), join(folder, 'files')])
  const server = await startServerProcess(join(folder, 'files'), { env })
  const load = new FaultLoad(server, login)
  const setting: Setting = { folder, primary, proxy, server, load }
  try {
    await pause(2)
    const saw = await load.during(() => fault(setting))
    const recovery = await load.recovery()
    const undelivered = await load.undelivered()
    await load.stop()
    const lost = await lostOf(proxy.config, load.acknowledged)
    return {
      what: name,
      measured: `${saw}; recovered after ${recovery}; of ${load.acknowledged.size} acknowledged ${lost} lost, ${undelivered} never delivered, ${load.newQueues} new queues`,
      aim: mayLose ? 'recovers, and delivers everything that is left' : 'recovers, nothing lost',
    }
  } finally {
    await load.stop()
    await server.kill()
    proxy.close()
    for (const name of ['database', 'replica']) killAll(await postgresPids(join(folder, name)))
    await sleep(200)
    removeDisks()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Small disks in memory, so that they can be filled. Needs the right to mount. */
function makeDisks(folder: string): () => void {
  const disks = { database: '700m', files: '20m' }
  for (const [name, size] of Object.entries(disks)) {
    execFileSync('mkdir', [join(folder, name)])
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'loquat', join(folder, name)])
  }
  return () => {
    for (const name of Object.keys(disks)) execFileSync('umount', ['-l', join(folder, name)])
  }
}

async function lostOf(config: pg.ClientConfig, acknowledged: ReadonlySet<string>): Promise<number> {
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'select count(distinct content) from message where content = any($1::text[])',
    [[...acknowledged]],
  )
  await client.end()
  return acknowledged.size - Number(rows[0]?.count)
}

async function swallow({ proxy }: Setting): Promise<void> {
  proxy.swallowNew(true)
  proxy.swallow()
  await pause()
  proxy.swallowNew(false)
}

async function refuseConnections({ proxy }: Setting): Promise<void> {
  proxy.refuse('53300')
  proxy.disconnect()
  await pause()
  proxy.refuse(false)
}

async function readOnly({ proxy, primary }: Setting): Promise<void> {
  const client = new pg.Client(primary.cluster.connection('postgres'))
  await client.connect()
  await client.query('alter database loquat set default_transaction_read_only = on')
  proxy.disconnect()
  await pause()
  await client.query('alter database loquat set default_transaction_read_only = off')
  await client.end()
  proxy.disconnect()
}

async function stopProcesses({ primary }: Setting): Promise<void> {
  const pids = await postgresPids(primary.dataDir)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await pause(30)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
}

async function fillDatabaseDisk({ folder, primary }: Setting): Promise<void> {
  const file = join(folder, 'database', 'filler')
  execFileSync('sh', ['-c', `dd if=/dev/zero of="${file}" bs=1M 2>/dev/null || true`])
  await pause()
  await rm(file)
  // PostgreSQL ends itself when it cannot write its log.
  await primary.cluster.ensure()
}

async function fillFilesDisk({ folder, server, load }: Setting): Promise<void> {
  const file = join(folder, 'files', 'filler')
  execFileSync('sh', ['-c', `dd if=/dev/zero of="${file}" bs=64k 2>/dev/null || true`])
  const answer = await load.upload()
  console.error(`    an upload meanwhile: ${answer}`)
  await pause()
  await rm(file)
  console.error(
    `    an upload after it: ${await load.upload()}; ${
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('ENOSPC')).length
    } log lines name the cause`,
  )
}

async function failOverWithoutLoss({ folder, primary, proxy }: Setting): Promise<void> {
  const replica = await startReplica(primary, join(folder, 'replica'))
  await setSynchronous(primary, true)
  await pause(3)
  await failOver(primary, replica)
  proxy.redirect(replica.cluster.connection('loquat'))
  await setSynchronous(replica, false)
}

async function failOverWithLoss({ folder, primary, proxy }: Setting): Promise<void> {
  const replica = await startReplica(primary, join(folder, 'replica'))
  await disconnectReplica(replica)
  await pause(5)
  await failOver(primary, replica)
  proxy.redirect(replica.cluster.connection('loquat'))
}

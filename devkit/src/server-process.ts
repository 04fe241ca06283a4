import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const ownerCredentials = { email: 'owner@example.com', password: 'the password of the owner' }
const script = fileURLToPath(import.meta.resolve('@loquat/server/bin/serve.js'))

/** A server in a process of its own, as an operator would run it, but without rate limits. */
export interface ServerProcess {
  /** The supervisor. */
  pid: number
  /** The processes that serve requests. */
  workers(): Promise<number[]>
  port: number
  url: string
  /** Its output so far. */
  output(): string
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>
  /** Ends it and its workers without asking. */
  kill(): Promise<void>
}

export interface ProcessOptions {
  port?: number
  env?: Record<string, string>
  nodeOptions?: string[]
  /** The arguments of the program. */
  args?: string[]
  /** The program; without it, this version of the server. */
  program?: string
}

export async function startServerProcess(
  dataDir: string,
  options: ProcessOptions = {},
): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    process.execPath,
    [...(options.nodeOptions ?? []), options.program ?? script, ...(options.args ?? [])],
    {
      env: {
        PORT: String(port),
        LOQUAT_DATA_DIR: dataDir,
        LOQUAT_RATE_LIMITS: 'off',
        LOQUAT_WEB_APP: 'off',
        LOQUAT_OWNER_EMAIL: ownerCredentials.email,
        LOQUAT_OWNER_PASSWORD: ownerCredentials.password,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  await untilHealthy(url, child, () => output)
  const pid = child.pid ?? 0
  return {
    pid,
    workers: () => workersOf(pid),
    port,
    url,
    output: () => output,
    stop: () => endProcess(child, 'SIGTERM'),
    kill: async () => {
      const workers = await workersOf(pid)
      await endProcess(child, 'SIGKILL')
      // They end by themselves, but a moment later.
      killAll(workers)
    },
  }
}

/** The processes that a supervisor has started, except PostgreSQL. Empty if it has ended. */
async function workersOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const ids = text.trim().split(' ').filter(Boolean).map(Number)
  const names = await Promise.all(ids.map((id) => readFile(`/proc/${id}/comm`, 'utf8').catch(() => '')))
  return ids.filter((_, n) => !names[n]?.startsWith('postgres'))
}

export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`)
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (healthy) return
    await sleep(20)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The processes of the PostgreSQL in a data folder: the first one, and its children. */
export async function postgresPids(dataDir: string): Promise<number[]> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const first = Number.parseInt(file, 10)
  // The file stays after a crash, and the number may be that of another process since.
  const workingFolder = await realpath(`/proc/${first}/cwd`).catch(() => '')
  if (workingFolder === '' || workingFolder !== (await realpath(join(dataDir, 'postgres')))) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/^PPid:\s+(\d+)/m.exec(text)?.[1] ?? 0)
    }),
  )
  return [first, ...pids.filter((_, n) => parents[n] === first)]
}

export const killAll = (pids: readonly number[]): void => signalAll(pids, 'SIGKILL')

/** Signals processes. Ignores those that have already ended. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

import { readFile } from 'node:fs/promises'
import { postgresPids, type ServerProcess } from '@loquat/devkit/server-process'

const msPerTick = 10

/** The CPU time that a server and its PostgreSQL have used so far, in milliseconds. */
export const cpuTime = async (server: ServerProcess, dataDir: string): Promise<number> =>
  (await serverCpuTime(server)) + (await databaseCpuTime(dataDir))

/** The same without PostgreSQL. */
export const serverCpuTime = async (server: ServerProcess): Promise<number> =>
  msPerTick * (await totalTicks([server.pid, ...(await server.workers())]))

/** The same of PostgreSQL alone. */
export async function databaseCpuTime(dataDir: string): Promise<number> {
  const [postmaster, ...backends] = await postgresPids(dataDir)
  // Includes connections that were closed.
  const ended = postmaster === undefined ? 0 : await ticksOf(postmaster, true)
  return msPerTick * ((await totalTicks(backends)) + ended)
}

async function totalTicks(pids: readonly number[]): Promise<number> {
  const ticks = await Promise.all(pids.map((pid) => ticksOf(pid)))
  return ticks.reduce((sum, one) => sum + one, 0)
}

async function ticksOf(pid: number, withChildren = false): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
  return user + system + (withChildren ? childUser + childSystem : 0)
}

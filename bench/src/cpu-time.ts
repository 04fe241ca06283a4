import { readFile } from 'node:fs/promises'
import { postgresPids, type ServerProcess } from '@loquat/devkit/server-process'

const msPerTick = 10

/** The CPU time that a server and its PostgreSQL have used so far, in milliseconds. */
export async function cpuTime(server: ServerProcess, dataDir: string): Promise<number> {
  const [postmaster, ...backends] = await postgresPids(dataDir)
  const alive = await Promise.all(
    [server.pid, ...(await server.workers()), ...backends].map((pid) => ticksOf(pid)),
  )
  // Includes connections that were closed.
  const ended = postmaster === undefined ? 0 : await ticksOf(postmaster, true)
  return msPerTick * (alive.reduce((sum, ticks) => sum + ticks, 0) + ended)
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

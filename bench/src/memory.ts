import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApi } from '@loquat/client'
import { postgresPids, startServerProcess } from '@loquat/devkit/server-process'
import { ownerOf } from './people.ts'
import { temporaryPlace } from './place.ts'
import type { Line } from './report.ts'

const quiet = 15_000

/** Memory of an idle server, PostgreSQL included. */
export async function benchMemory(): Promise<Line[]> {
  const place = await temporaryPlace()
  const server = await startServerProcess(place.dataDir)
  try {
    const api = createApi({ url: server.url, credentials: await ownerOf(server) })
    await api.register()
    await api.sendMessage({ type: 'channel', to: 'general', topic: 'memory', content: 'One message.' })
    await sleep(quiet)
    const node = await sumOf([server.pid, ...(await server.workers())])
    const postgres = await sumOf(await postgresPids(place.dataDir))
    return [
      {
        what: 'idle, one organization: server + embedded PostgreSQL (PSS)',
        measured: `${mb(node)} + ${mb(postgres)} = ${mb(node + postgres)} MB`,
        aim: 'at most 256 MB',
      },
    ]
  } finally {
    await server.stop()
    await place.remove()
  }
}

const mb = (kilobytes: number) => Math.round(kilobytes / 1_024)

/** The memory of a process in kilobytes. */
export async function pss(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
}

async function sumOf(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(pids.map(pss))
  return sizes.reduce((sum, size) => sum + size, 0)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServerProcess } from '@loquat/devkit/server-process'
import { ensureWebApp } from '@loquat/server/web/built.ts'
import { type Line, median } from './report.ts'

const rounds = 5

/** Time from the start of the program to its first answer, with PostgreSQL and a built web app. */
export async function benchStart(): Promise<Line[]> {
  await ensureWebApp((line) => console.error(line))
  const first: number[] = []
  const second: number[] = []
  for (let round = 0; round < rounds; round++) {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-bench-'))
    try {
      first.push(await startIn(folder))
      second.push(await startIn(folder))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return [
    {
      what: 'first start: creates the database and compiles the server',
      measured: summary(first),
      aim: 'at most 3 s',
    },
    { what: 'second start', measured: summary(second), aim: 'at most 1 s' },
  ]
}

/** Milliseconds of a start with its data and its cache of compiled code in a folder. */
async function startIn(folder: string): Promise<number> {
  const env = { LOQUAT_WEB_APP: 'on', NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const started = performance.now()
  const server = await startServerProcess(join(folder, 'data'), { env })
  const ms = performance.now() - started
  await server.stop()
  return ms
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)
const summary = (values: readonly number[]) =>
  `${seconds(median(values))} s (best of ${rounds}: ${seconds(Math.min(...values))} s)`

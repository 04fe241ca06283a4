import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'
import { fastFolder } from './postgres.ts'
import { killAll, postgresPids, type ServerProcess, startServerProcess } from './server-process.ts'

/** A folder as the first start leaves it, made once: most tests are not about the first start. */
let used: Promise<string> | undefined

async function usedFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(await fastFolder(), 'loquat-serve-'))
  await (await startServerProcess(dataDir)).stop()
  return dataDir
}

afterAll(async () => {
  if (used !== undefined) await rm(await used, { recursive: true, force: true })
  used = undefined
})

/** A new data folder. Processes that still use it end with the test. */
export async function dataFolder(state: 'used' | 'empty' = 'used') {
  const dataDir = await mkdtemp(join(await fastFolder(), 'loquat-serve-'))
  if (state === 'used') {
    used ??= usedFolder()
    // With the owners of the files, which are not ours when we are root.
    execFileSync('cp', ['-a', `${await used}/.`, dataDir])
  }
  const started: ServerProcess[] = []
  onTestFinished(async () => {
    for (const server of started) await server.kill()
    killAll(await postgresPids(dataDir))
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir,
    start: async (options?: Parameters<typeof startServerProcess>[1]) => {
      const server = await startServerProcess(dataDir, options)
      started.push(server)
      return server
    },
  }
}

import { schemaVersion } from './db/migrations/releases.ts'
import { publishRestart } from './features/clients/restart/publish.ts'
import type { Config } from './platform/config.ts'
import { returnFreeMemory } from './platform/free-memory.ts'
import { type ServeOptions, startServer } from './serve.ts'
import { stopInTime } from './stop.ts'
import { isToWorker, tellSupervisor } from './supervisor/messages.ts'
import { setWebAppBuilding } from './web/built.ts'

/** Loading the program leaves more garbage than a day of a small organization. By then, the first clients are connected again. */
const afterStartMs = 3_000

/** Serves requests until the supervisor ends this process or replaces it. */
export async function runWorker(
  config: Config,
  { building, ...options }: ServeOptions & { building: boolean },
): Promise<void> {
  setWebAppBuilding(building)
  const running = await startServer(config, options)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= stopInTime(running.stop).then((status) => {
      if (status !== 0) console.error('Something did not stop in time; ended anyway.')
      process.exit(status)
    })
    return stopped
  }
  process.once('SIGTERM', () => void stop())
  process.on('message', (message) => {
    if (!isToWorker(message)) return
    if (message.kind === 'drain') void running.drain(message.deadlineMs).then(stop)
    else if (message.kind === 'web app built') setWebAppBuilding(false)
    else
      void publishRestart(running.app).catch((error: unknown) =>
        running.app.logger.warn({ err: error }, 'could not announce the reload to clients'),
      )
  })
  await tellSupervisor({ kind: 'ready', version: schemaVersion })
  setTimeout(returnFreeMemory, afterStartMs).unref()
}
